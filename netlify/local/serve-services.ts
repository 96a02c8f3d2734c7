import path from 'node:path';
import { Hono } from 'hono';
import { createBlobs } from './blobs.ts';
import { createInbox } from './mail/inbox.ts';
import { startRedisEngine } from './redis-engine.ts';
import { openServer, serveOnLoopback } from './serve.ts';
import { type ServiceSecrets, environmentFor, newServiceSecrets } from './services-environment.ts';
import { createStripeStandIn } from './stripe/stand-in.ts';
import { createUpstashRest } from './upstash-rest.ts';

type RunningServices = {
  readonly environment: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
  readonly close: () => Promise<void>;
};

type RedisAndBlobsOptions = {
  readonly directory: string;
  readonly port: number;
  readonly secrets: ServiceSecrets;
  readonly withRedis: boolean;
};

const NOT_PERSISTENT =
  'Orders are lost when the shop stops, because this machine has no redis-server.';

const serveRedisAndBlobs = async ({
  directory,
  port,
  secrets,
  withRedis,
}: RedisAndBlobsOptions): Promise<RunningServices> => {
  const engine = withRedis ? await startRedisEngine(path.join(directory, 'redis')) : null;
  const app = new Hono();
  if (engine) app.route('/redis', createUpstashRest(engine.redis, secrets.stores));
  app.route('/', createBlobs(path.join(directory, 'blobs'), secrets.stores));
  const server = await serveOnLoopback((request) => app.fetch(request), port);

  const environment: Record<string, string> = environmentFor.blobs(server.origin, secrets);
  if (engine) Object.assign(environment, environmentFor.redis(`${server.origin}/redis`, secrets));
  return {
    environment,
    notes: engine && !engine.isPersistent ? [NOT_PERSISTENT] : [],
    close: async () => {
      await server.close();
      await engine?.stop();
    },
  };
};

type StripeAndInboxOptions = {
  readonly directory: string;
  readonly port: number;
  readonly secrets: ServiceSecrets;
  readonly siteUrl: string;
  readonly withMail: boolean;
  readonly mailCallsPerSecond: number | undefined;
};

const serveStripeAndInbox = async ({
  directory,
  port,
  secrets,
  siteUrl,
  withMail,
  mailCallsPerSecond,
}: StripeAndInboxOptions): Promise<RunningServices> => {
  // The stand-in has to know its origin, which is available only once the port is open.
  const server = await openServer(port);
  const { origin } = server;
  const standIn = createStripeStandIn({
    origin,
    secretKey: secrets.stripe,
    webhookUrl: `${siteUrl}/api/stripe-webhook`,
    webhookSecret: secrets.webhook,
    stateFile: path.join(directory, 'stripe.json'),
  });
  const environment: Record<string, string> = environmentFor.stripe(origin, secrets);
  const notes = [`Stripe stand-in: ${origin} (no money moves)`];
  const app = new Hono();
  if (withMail) {
    const stateFile = path.join(directory, 'inbox.json');
    app.route('/', createInbox(secrets.mail, stateFile, mailCallsPerSecond));
    Object.assign(environment, environmentFor.mail(origin, secrets));
    notes.push(`Inbox: ${origin}/inbox`);
  }
  app.mount('/', standIn.fetch);
  server.setHandler((request) => app.fetch(request));
  return {
    environment,
    notes,
    close: async () => {
      standIn.close();
      await server.close();
    },
  };
};

type ServiceOptions = {
  readonly directory: string;
  readonly siteUrl?: string;
  /** The port for the Stripe stand-in and the inbox. Default: any free port. */
  readonly paymentsPort?: number;
  /** The port for Redis and Blobs. Default: any free port. */
  readonly storesPort?: number;
  readonly withRedis?: boolean;
  readonly withStripe?: boolean;
  /** The inbox runs only together with the Stripe stand-in. */
  readonly withMail?: boolean;
  /** Default: the lowest limit that Resend has had. */
  readonly mailCallsPerSecond?: number;
};

export const serveServices = async ({
  directory,
  siteUrl = '',
  paymentsPort = 0,
  storesPort = 0,
  withRedis = false,
  withStripe = false,
  withMail = false,
  mailCallsPerSecond,
}: ServiceOptions): Promise<RunningServices> => {
  const secrets = newServiceSecrets();
  const stores = await serveRedisAndBlobs({ directory, port: storesPort, secrets, withRedis });
  if (!withStripe) return stores;
  const payments = await serveStripeAndInbox({
    directory,
    port: paymentsPort,
    secrets,
    siteUrl,
    withMail,
    mailCallsPerSecond,
  });
  return {
    environment: { ...stores.environment, ...payments.environment },
    notes: [...stores.notes, ...payments.notes],
    close: async () => {
      await payments.close();
      await stores.close();
    },
  };
};
