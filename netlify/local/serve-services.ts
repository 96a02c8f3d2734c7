import path from 'node:path';
import { Hono } from 'hono';
import { createBlobs } from './blobs.ts';
import { isOfInbox } from './mail/inbox.ts';
import { startEngine } from './redis/engine.ts';
import { createRest } from './redis/rest.ts';
import { serveOnLoopback, serveOnceMade } from './serve.ts';
import { environmentFor, newSecrets, openInbox, openStripe } from './services.ts';

type Wanted = {
  /** Keeps the data across restarts. */
  readonly directory: string;
  readonly siteUrl?: string;
  /** A port for the Stripe stand-in and the inbox, and one for Redis and Blobs. 0 takes any free port. */
  readonly ports?: Readonly<Record<'payments' | 'stores', number>>;
  /** Whether each is served. Blobs always is. */
  readonly withRedis?: boolean;
  readonly withStripe?: boolean;
  readonly withMail?: boolean;
};

const NOT_LASTING =
  'Orders: this machine has no redis-server, so they are lost when the shop stops.';

/** Serves the local services on two ports. Returns the environment by which functions find them, and lines to print. */
export const serveServices = async ({
  directory,
  siteUrl = '',
  ports = { payments: 0, stores: 0 },
  withRedis = false,
  withStripe = false,
  withMail = false,
}: Wanted) => {
  const secrets = newSecrets();
  const engine = withRedis ? await startEngine(path.join(directory, 'redis')) : null;
  const app = new Hono();
  if (engine) app.route('/redis', createRest(engine.redis, secrets.stores));
  app.route('/', createBlobs(path.join(directory, 'blobs'), secrets.stores));
  const stores = await serveOnLoopback((request) => app.fetch(request), ports.stores);

  // The stand-ins need their own address, which is known once the port is open.
  const payments = withStripe || withMail ? await serveOnceMade(ports.payments) : null;
  const origin = payments?.origin ?? '';
  const at = (file: string) => ({ origin, siteUrl, stateFile: path.join(directory, file) });
  const stripe = withStripe ? openStripe(at('stripe.json'), secrets) : null;
  const inbox = withMail ? openInbox(at('inbox.json'), secrets) : null;
  payments?.answerBy((request) => {
    const standIn = isOfInbox(new URL(request.url)) ? (inbox ?? stripe) : (stripe ?? inbox);
    return standIn?.fetch(request) ?? new Response(null, { status: 404 });
  });
  const environment: Readonly<Record<string, string>> = {
    ...environmentFor.blobs(stores.origin, secrets),
    ...(engine && environmentFor.redis(`${stores.origin}/redis`, secrets)),
    ...(stripe && environmentFor.stripe(origin, secrets)),
    ...(inbox && environmentFor.mail(origin, secrets)),
  };
  return {
    environment,
    notes: [
      ...(engine?.lasting === false ? [NOT_LASTING] : []),
      ...(stripe ? [`Stripe stand-in: ${origin} (no money moves)`] : []),
      ...(inbox ? [`Inbox: ${origin}/inbox`] : []),
    ],
    close: async (): Promise<void> => {
      stripe?.close();
      await payments?.close();
      await stores.close();
      await engine?.stop();
    },
  };
};
