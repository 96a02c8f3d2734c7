import Stripe from 'stripe';
import { onTestFinished, vi } from 'vitest';
import { serveOnLoopback, serveOnceMade } from '../../netlify/local/serve.ts';
import type { StandInOptions } from '../../netlify/local/stripe/services.ts';
import { createStripeStandIn } from '../../netlify/local/stripe/stand-in.ts';

export const SECRET_KEY = 'sk_test_stand_in';
const WEBHOOK_SECRET = 'whsec_stand_in';

/** Runs when the test ends. A shared `afterEach` would only run for the first file of a process. */
export const cleanUp = (...cleanups: (() => unknown)[]): void => {
  onTestFinished(async () => {
    vi.useRealTimers();
    for (const cleanup of cleanups) await cleanup();
  });
};

/** Serves the stand-in until the test ends, and the shop's end of its webhooks. */
export const start = async (more: Partial<StandInOptions> = {}) => {
  const received: Stripe.Event[] = [];
  const answers: number[] = [];
  /** Checks each signature and answers with the next of `answers`. */
  const shop = await serveOnLoopback(async (request) => {
    const signature = request.headers.get('stripe-signature') ?? '';
    received.push(Stripe.webhooks.constructEvent(await request.text(), signature, WEBHOOK_SECRET));
    return new Response(null, { status: answers.shift() ?? 204 });
  }, 0);
  const { origin, port, close, answerBy } = await serveOnceMade(0);
  cleanUp(close, shop.close);
  const standIn = createStripeStandIn({
    origin,
    secretKey: SECRET_KEY,
    webhookUrl: `${shop.origin}/api/stripe-webhook`,
    webhookSecret: WEBHOOK_SECRET,
    stateFile: null,
    ...more,
  });
  cleanUp(standIn.close);
  answerBy(standIn.fetch);
  const client = (key: string) =>
    new Stripe(key, { host: 'localhost', port, protocol: 'http', maxNetworkRetries: 0 });
  const send = (method: string, path: string, body: unknown) =>
    fetch(`${origin}/_control/${path}`, { method, body: JSON.stringify(body) });
  const control = (path: string, body: unknown) => send('POST', path, body);
  const types = () => received.map(({ type }) => type);
  const stripe = client(SECRET_KEY);
  return { received, answers, types, origin, client, stripe, send, control, standIn };
};

export const guide: Stripe.Checkout.SessionCreateParams = {
  mode: 'payment',
  line_items: [
    {
      price_data: { currency: 'usd', unit_amount: 899, product_data: { name: 'Guide <1>' } },
      quantity: 1,
    },
  ],
  success_url: 'http://localhost:8888/payment-success?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:8888/payment-canceled',
};

export const errorOf = async (call: Promise<unknown>) => {
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error('the call should have failed');
};
