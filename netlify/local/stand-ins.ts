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

const startStripe = (origin: string, { directory, siteUrl }: StandInsOptions) => {
  const environment = {
    STRIPE_SECRET_KEY: `sk_test_${newSecret()}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${newSecret()}`,
    STRIPE_API_URL: origin,
  };
  const standIn = createStripeStandIn({
    origin,
    secretKey: environment.STRIPE_SECRET_KEY,
    webhookSecret: environment.STRIPE_WEBHOOK_SECRET,
    webhookUrl: `${siteUrl}/api/stripe-webhook`,
    stateFile: path.join(directory, 'stripe.json'),
  });
  return { ...standIn, environment, note: `Stripe stand-in: ${origin} (no money moves)` };
};

const startInbox = (origin: string, { directory }: StandInsOptions) => {
  const environment = {
    MAIL_API_KEY: `re_${newSecret()}`,
    MAIL_FROM: `${SHOP_NAME} <shop@example.com>`,
    MAIL_API_URL: origin,
  };
  const inbox = createInbox({
    origin,
    apiKey: environment.MAIL_API_KEY,
    stateFile: path.join(directory, 'inbox.json'),
  });
  return { ...inbox, environment, note: `Inbox: ${origin}/inbox` };
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
  return {
    origin,
    environment: { ...stripe?.environment, ...inbox?.environment },
    notes: [stripe, inbox].flatMap((standIn) => standIn?.note ?? []),
    close: async () => {
      stripe?.close();
      await served.close();
    },
  };
};
