import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import Stripe from 'stripe';
import catalogJson from '../../content/catalog.json' with { type: 'json' };
import { eventOf, openSession } from '../model/buying.ts';
import { post } from '../model/live.ts';
import { SITE, STRIPE, openWorld } from '../model/world.ts';

const world = await openWorld();
afterAll(world.close);

const { hostname: host, port } = new URL(STRIPE);
const stripe = new Stripe(process.env['STRIPE_SECRET_KEY'] ?? '', {
  host,
  port,
  protocol: 'http',
  // As the functions do, since that is how this world is reached.
  httpClient: Stripe.createFetchHttpClient(),
});

const bundle = catalogJson.products.find(({ product_type: type }) => type === 'bundle');
const price = bundle?.price_in_cents ?? 0;
const currency = catalogJson.currency;

let warned = vi.spyOn(console, 'warn');
/** What the shop puts on a session that it opens for the bundle. */
let mark: Stripe.Metadata = {};
beforeEach(async () => {
  vi.restoreAllMocks();
  vi.spyOn(console, 'log').mockReturnValue();
  warned = vi.spyOn(console, 'warn').mockReturnValue();
  await world.reset();
  mark = (await stripe.checkout.sessions.retrieve(await openSession(world))).metadata ?? {};
});

type Made = {
  readonly metadata?: Stripe.MetadataParam;
  readonly cents?: number;
  readonly currency?: string;
  readonly quantity?: number;
};

/** A session that somebody else opens on the same account, and that is paid. */
const paidElsewhere = async (made: Made): Promise<string> => {
  const { id } = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      {
        quantity: made.quantity ?? 1,
        price_data: {
          currency: made.currency ?? currency,
          unit_amount: made.cents ?? price,
          product_data: { name: 'Something' },
        },
      },
    ],
    metadata: made.metadata ?? {},
    success_url: 'https://other.example',
  });
  await world.control('pay', { session: id });
  return id;
};

const jsonOf = async (request: Request) => (await world.call(request)).json();
const askForFiles = (session_id: string): Promise<Response> =>
  world.call(post('/api/secure-file-access', { product_id: 'bundle', session_id }));

/** Each of them alone is enough for an order. */
const SOURCES: Readonly<Record<string, (session: string) => Promise<unknown>>> = {
  return: (sessionId) => world.call(post('/api/verify-payment', { sessionId })),
  webhook: async () =>
    world.call(world.delivery(await eventOf(world, 'checkout.session.completed'))),
  reconciler: () => world.call(post('/.netlify/functions/reconcile', {})),
};

const orderKeys = () => world.redis.keys('order:*');
const warnings = () => warned.mock.calls.map(([line]) => JSON.parse(String(line)));

const without = (key: string): Stripe.MetadataParam =>
  Object.fromEntries(Object.entries(mark).filter(([name]) => name !== key));

const NOT_OURS: Readonly<Record<string, () => Made>> = {
  'that names the product, without the mark': () => ({ metadata: { product_type: 'bundle' } }),
  'with all of the mark but the shop': () => ({ metadata: without('shop') }),
  'with the mark, for 50 cents': () => ({ metadata: mark, cents: 50 }),
  'with the mark, for a cent less': () => ({ metadata: mark, cents: price - 1 }),
  'with the mark, for a cent more': () => ({ metadata: mark, cents: price + 1 }),
  'with the mark, in another currency': () => ({ metadata: mark, currency: 'jpy' }),
  'with the mark, for two': () => ({ metadata: mark, quantity: 2 }),
  'with the mark, without a product': () => ({ metadata: without('product_type') }),
  'with the mark, without its price': () => ({ metadata: without('price_in_cents') }),
};

describe.each(Object.entries(NOT_OURS))('a paid session %s', (_name, made) => {
  test('is no order and opens no file, whoever asks, and is told of once', async () => {
    const session = await paidElsewhere(made());
    const { payment_intent: payment } = await stripe.checkout.sessions.retrieve(session);
    for (const take of Object.values(SOURCES)) await take(session);
    expect(await orderKeys()).toEqual([]);
    const verified = await jsonOf(post('/api/verify-payment', { sessionId: session }));
    expect(verified).toEqual({ status: 'unpaid', order: null });
    const order = await jsonOf(new Request(`${SITE}/api/orders?session_id=${session}`));
    expect(order).toEqual({ order: null });
    expect((await askForFiles(session)).status).toBe(403);
    await expect.poll(warnings).toHaveLength(1);
    const line = JSON.stringify(warnings());
    for (const secret of [session, session.slice(-8), String(payment), 'parent@example.com']) {
      expect(line).not.toContain(secret);
    }
  });
});

test.each([
  ['nothing', {}],
  ['another shop', { shop: 'kites', product_type: 'bundle' }],
])('a session that says %s of itself is left alone without a word', async (_name, metadata) => {
  const session = await paidElsewhere({ metadata });
  for (const take of Object.values(SOURCES)) await take(session);
  expect(await orderKeys()).toEqual([]);
  expect(warnings()).toEqual([]);
});

describe.each(Object.entries(SOURCES))('by the %s alone', (_name, take) => {
  const expectServed = async (session: string, amount: number) => {
    await take(session);
    expect(await world.redis.hgetall(`order:dev:${session}`)).toMatchObject({
      amount: String(amount),
      'payment:paid': expect.any(String),
    });
    const { files } = await (await askForFiles(session)).json();
    const file = await world.call(new Request(SITE + files[0].downloadUrl));
    expect(file.status).toBe(200);
    await file.arrayBuffer();
    expect(warnings()).toEqual([]);
  };

  test.each([
    ['some cents', 101],
    ['all', price],
  ])('a session with %s taken off by a promotion code is an order', async (_off, amount) => {
    const session = await openSession(world);
    await world.control('discount', { session, amount });
    await world.control('pay', { session });
    const status = amount === price ? 'no_payment_required' : 'paid';
    const at = await stripe.checkout.sessions.retrieve(session);
    expect(at).toMatchObject({ payment_status: status, amount_total: price - amount });
    await expectServed(session, price - amount);
  });

  test('a session that was opened at an earlier price is an order', async () => {
    const cents = price + 500;
    const metadata = { ...mark, price_in_cents: String(cents) };
    await expectServed(await paidElsewhere({ metadata, cents }), cents);
  });
});
