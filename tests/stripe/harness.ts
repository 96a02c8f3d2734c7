import Stripe from 'stripe';
import { onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { serveOnLoopback, serveOnceMade } from '../../netlify/local/serve.ts';
import type { StandInOptions } from '../../netlify/local/stripe/services.ts';
import { createStripeStandIn } from '../../netlify/local/stripe/stand-in.ts';

export const SECRET_KEY = 'sk_test_stand_in';
const WEBHOOK_SECRET = 'whsec_stand_in';

/** The changed object. A session has no charge, and a charge has no session. */
const changed = z.looseObject({
  id: z.string().default(''),
  charge: z.string().default(''),
  payment_intent: z.string().nullable().default(null),
});

/** Waits for an event that the test cannot trigger itself. Only a failing test takes so long. */
export const eventually = (check: () => unknown): Promise<unknown> =>
  vi.waitFor(check, { timeout: 120_000 });

/** Runs when the test ends. A shared `afterEach` would only run for the first file of a process. */
export const cleanUp = (...cleanups: (() => unknown)[]): void => {
  onTestFinished(async () => {
    vi.useRealTimers();
    for (const cleanup of cleanups) await cleanup();
  });
};

type StandIn = {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly close: () => void;
};

/** Serves the stand-in that `make` returns for its address until the test ends. */
const serveStandIn = async <Made extends StandIn>(make: (origin: string) => Made) => {
  const { origin, port, close, answerBy } = await serveOnceMade(0);
  const standIn = make(origin);
  answerBy(standIn.fetch);
  cleanUp(standIn.close, close);
  const send = (method: string, path: string, body?: unknown) =>
    fetch(`${origin}/_control/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return { origin, port, standIn, send };
};

/** Serves the shop's end of the webhooks. Answers its origin. */
const serveShop = async (handle: (request: Request) => Promise<Response>) => {
  const { origin, close } = await serveOnLoopback(handle, 0);
  cleanUp(close);
  return origin;
};

/** The shop's end: checks each signature and answers with the next of `answers`. */
const startReceiver = async () => {
  const received: Stripe.Event[] = [];
  const answers: number[] = [];
  const origin = await serveShop(async (request) => {
    const event = Stripe.webhooks.constructEvent(
      await request.text(),
      request.headers.get('stripe-signature') ?? '',
      WEBHOOK_SECRET,
    );
    received.push(event);
    return new Response(null, { status: answers.shift() ?? 204 });
  });
  const types = () => received.map(({ type }) => type);
  const webhookUrl = `${origin}/api/stripe-webhook`;
  return { received, answers, types, webhookUrl };
};

export const start = async (more: Partial<StandInOptions> = {}) => {
  const receiver = await startReceiver();
  const { origin, port, standIn, send } = await serveStandIn((at) =>
    createStripeStandIn({
      origin: at,
      secretKey: SECRET_KEY,
      webhookUrl: receiver.webhookUrl,
      webhookSecret: WEBHOOK_SECRET,
      stateFile: null,
      ...more,
    }),
  );
  const client = (key: string, maxNetworkRetries = 0) =>
    new Stripe(key, { host: 'localhost', port, protocol: 'http', maxNetworkRetries });
  const control = async (path: string, body: unknown) =>
    changed.parse(await (await send('POST', path, body)).json());
  return { ...receiver, origin, client, stripe: client(SECRET_KEY), send, control, standIn };
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
  metadata: { product_type: 'individual_guide_6_10' },
  payment_intent_data: { metadata: { product_type: 'individual_guide_6_10' } },
};

/** Starts the stand-in with a session that was paid by card. */
export const startPaid = async () => {
  const started = await start();
  const { id: session } = await started.stripe.checkout.sessions.create(guide);
  const { payment_intent: intent } = await started.control('pay', { session });
  return { ...started, session, intent: z.string().parse(intent) };
};

/** The charge of a payment intent, with its refunds. */
export const chargeOf = async (stripe: Stripe, intent: string) => {
  const expand = ['latest_charge.refunds'];
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intent, { expand });
  if (typeof charge === 'string' || !charge) throw new Error('the charge was not expanded');
  return charge;
};

export const errorOf = async (call: Promise<unknown>) => {
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error('the call should have failed');
};
