import { setTimeout } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import Stripe from 'stripe';
import { afterEach, vi } from 'vitest';
import { z } from 'zod';
import type { StandInOptions } from '../../netlify/local/stripe/services.ts';
import { createStripeStandIn } from '../../netlify/local/stripe/stand-in.ts';

export const SECRET_KEY = 'sk_test_stand_in';
const WEBHOOK_SECRET = 'whsec_stand_in';

/** What has changed; a session has no charge, and a charge no session. */
const changed = z.looseObject({
  id: z.string().default(''),
  charge: z.string().default(''),
  payment_intent: z.string().nullable().default(null),
});

type Fetch = (request: Request) => Response | Promise<Response>;

/** Waits for what happens in its own time. Only a test that fails takes so long. */
export const eventually = (check: () => unknown): Promise<unknown> =>
  vi.waitFor(check, { timeout: 120_000 });

export const cleanups: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const cleanup of cleanups.splice(0).toReversed()) cleanup();
});

/** Serves on a free port until the test is over. */
const listen = (fetch: Fetch) =>
  new Promise<{ origin: string; port: number }>((resolve) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve({ origin: `http://127.0.0.1:${port}`, port }),
    );
    cleanups.push(() => {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
    });
  });

/** The shop's end: checks each signature and answers what the test wants. */
const startReceiver = async () => {
  const received: Stripe.Event[] = [];
  const answers: number[] = [];
  const delays: number[] = [];
  const { origin } = await listen(async (request) => {
    const event = Stripe.webhooks.constructEvent(
      await request.text(),
      request.headers.get('stripe-signature') ?? '',
      WEBHOOK_SECRET,
    );
    await setTimeout(delays.shift() ?? 0);
    received.push(event);
    return new Response(null, { status: answers.shift() ?? 204 });
  });
  const types = () => received.map(({ type }) => type);
  return { received, answers, delays, types, webhookUrl: `${origin}/api/stripe-webhook` };
};

export const start = async (more: Partial<StandInOptions> = {}) => {
  const receiver = await startReceiver();
  let standIn: ReturnType<typeof createStripeStandIn> | undefined;
  const { origin, port } = await listen(
    (request) => standIn?.fetch(request) ?? new Response(null, { status: 503 }),
  );
  standIn = createStripeStandIn({
    origin,
    secretKey: SECRET_KEY,
    webhookUrl: receiver.webhookUrl,
    webhookSecret: WEBHOOK_SECRET,
    stateFile: null,
    ...more,
  });
  cleanups.push(standIn.close);
  const client = (key: string, maxNetworkRetries = 0) =>
    new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries });
  const send = (method: string, path: string, body?: unknown) =>
    fetch(`${origin}/_control/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
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

/** The same with a session that was paid by card. */
export const startPaid = async () => {
  const started = await start();
  const { id: session } = await started.stripe.checkout.sessions.create(guide);
  const { payment_intent: intent } = await started.control('pay', { session });
  return { ...started, session, intent: z.string().parse(intent) };
};

/** A click on a button of the dashboard, from a page of an origin. */
export const click = (
  origin: string,
  action: string,
  fields: Record<string, string>,
  from = origin,
) =>
  fetch(`${origin}/dashboard/${action}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: from },
    redirect: 'manual',
  });

const GOOD_CARD = { email: 'parent@example.com', expiry: '12 / 34', cvc: '123' };

export const submit = (url: string | null, fields: Record<string, string>) =>
  fetch(url ?? '', {
    method: 'POST',
    body: new URLSearchParams({ ...GOOD_CARD, ...fields }),
    redirect: 'manual',
  });

export const idOf = (reference: string | { id: string } | null) =>
  z.string().parse(typeof reference === 'string' ? reference : reference?.id);

export const errorOf = async (call: Promise<unknown>) => {
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error('the call should have failed');
};
