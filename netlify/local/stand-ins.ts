import path from 'node:path';
import { createInbox, isOfInbox } from './mail/inbox.ts';
import { newSecret } from './secrets.ts';
import { serveOnceMade } from './serve.ts';
import { SHOP_NAME } from './kit/pages/layout.ts';
import { createStripeStandIn } from './stripe/stand-in.ts';

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

type StandIn = {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly close: () => void;
  readonly environment: Readonly<Record<string, string>>;
  readonly note: string;
};

const startStripe = (
  origin: string,
  { directory, siteUrl, withMail }: StandInsOptions,
): StandIn => {
  const secretKey = `sk_test_${newSecret()}`;
  const webhookSecret = `whsec_${newSecret()}`;
  return {
    ...createStripeStandIn({
      origin,
      secretKey,
      webhookSecret,
      webhookUrl: `${siteUrl}/api/stripe-webhook`,
      stateFile: path.join(directory, 'stripe.json'),
      withInbox: withMail,
    }),
    environment: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: origin,
    },
    note: `Stripe stand-in: ${origin} (no money moves)`,
  };
};

const startInbox = (
  origin: string,
  { directory, siteUrl, withStripe }: StandInsOptions,
): StandIn => {
  const apiKey = `re_${newSecret()}`;
  const webhookSecret = `whsec_${Buffer.from(newSecret(), 'hex').toString('base64')}`;
  return {
    ...createInbox({
      origin,
      apiKey,
      webhookSecret,
      webhookUrl: `${siteUrl}/api/mail-webhook`,
      stateFile: path.join(directory, 'inbox.json'),
      withDashboard: withStripe,
    }),
    environment: {
      MAIL_API_KEY: apiKey,
      MAIL_FROM: `${SHOP_NAME} <shop@example.com>`,
      MAIL_WEBHOOK_SECRET: webhookSecret,
      MAIL_API_URL: origin,
    },
    note: `Inbox: ${origin}/inbox`,
  };
};

/** Serves the Stripe stand-in and the inbox on one port, so that a shop takes three in all. */
export const startStandIns = async (options: StandInsOptions) => {
  // The stand-ins need their own address, which is known once the port is open.
  const { origin, ...served } = await serveOnceMade(options.port);
  const stripe = options.withStripe ? startStripe(origin, options) : undefined;
  const inbox = options.withMail ? startInbox(origin, options) : undefined;
  served.answerBy((request) => {
    const standIn = isOfInbox(new URL(request.url)) ? (inbox ?? stripe) : (stripe ?? inbox);
    return standIn?.fetch(request) ?? new Response(null, { status: 404 });
  });
  const standIns = [stripe, inbox].filter((standIn) => standIn !== undefined);
  return {
    origin,
    environment: { ...stripe?.environment, ...inbox?.environment },
    notes: standIns.map(({ note }) => note),
    close: async () => {
      for (const { close } of standIns) close();
      await served.close();
    },
  };
};
