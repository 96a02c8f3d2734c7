import path from 'node:path';
import { newSecret } from './secrets.ts';
import { serveOnLoopback } from './serve.ts';
import { createStripeStandIn } from './stripe/stand-in.ts';

type PaymentsOptions = {
  /** 0 takes any free port. */
  readonly port: number;
  readonly directory: string;
  readonly siteUrl: string;
};

/** Stripe's stand-in on a port of its own. */
export const startPayments = async (options: PaymentsOptions) => {
  const { port, directory, siteUrl } = options;
  const secretKey = `sk_test_${newSecret()}`;
  const webhookSecret = `whsec_${newSecret()}`;
  // The stand-in must know its own address, which is known once it listens.
  let standIn: ReturnType<typeof createStripeStandIn> | undefined;
  const served = await serveOnLoopback(
    (request) => standIn?.fetch(request) ?? new Response('Starting', { status: 503 }),
    port,
  );
  const origin = `http://localhost:${served.port}`;
  standIn = createStripeStandIn({
    origin,
    secretKey,
    webhookSecret,
    webhookUrl: `${siteUrl}/api/stripe-webhook`,
    stateFile: path.join(directory, 'stripe.json'),
  });
  const { close } = standIn;
  return {
    environment: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: origin,
    },
    notes: [`Stripe stand-in: ${origin} (no money moves)`],
    close: async () => {
      close();
      await served.close();
    },
  };
};
