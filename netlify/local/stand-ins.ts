import path from 'node:path';
import { isOfInbox } from './mail/inbox.ts';
import { serveOnceMade } from './serve.ts';
import { environmentFor, newSecrets, openInbox, openStripe } from './services.ts';

type StandInsOptions = {
  /** 0 takes any free port. */
  readonly port: number;
  readonly directory: string;
  readonly siteUrl: string;
  /** false where Stripe is configured. */
  readonly withStripe: boolean;
  /** false where a mail service is configured. */
  readonly withMail: boolean;
};

/** Serves the Stripe stand-in and the inbox on one port, so that a shop takes three in all. */
export const startStandIns = async ({
  port,
  directory,
  siteUrl,
  withStripe,
  withMail,
}: StandInsOptions) => {
  // The stand-ins need their own address, which is known once the port is open.
  const { origin, ...served } = await serveOnceMade(port);
  const secrets = newSecrets();
  const at = (file: string) => ({ origin, siteUrl, stateFile: path.join(directory, file) });
  const stripe = withStripe ? openStripe(at('stripe.json'), secrets) : null;
  const inbox = withMail ? openInbox(at('inbox.json'), secrets) : null;
  served.answerBy((request) => {
    const standIn = isOfInbox(new URL(request.url)) ? (inbox ?? stripe) : (stripe ?? inbox);
    return standIn?.fetch(request) ?? new Response(null, { status: 404 });
  });
  const environment: Readonly<Record<string, string>> = {
    ...(stripe && environmentFor.stripe(origin, secrets)),
    ...(inbox && environmentFor.mail(origin, secrets)),
  };
  return {
    origin,
    environment,
    notes: [
      ...(stripe ? [`Stripe stand-in: ${origin} (no money moves)`] : []),
      ...(inbox ? [`Inbox: ${origin}/inbox`] : []),
    ],
    close: async () => {
      stripe?.close();
      await served.close();
    },
  };
};
