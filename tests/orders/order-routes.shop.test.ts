import { beforeEach, expect, test } from 'vitest';
import { centsOf, productOf } from '../catalogue.ts';
import {
  access,
  buy,
  buyElsewhere,
  control,
  expectStatus,
  openSession,
  orderKeys,
  setFaults,
  verify,
} from '../shop/buying.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
beforeEach(async () => {
  await shop.redis.flushall();
  await setFaults(shop, {});
});

test('verify-payment records an order of which no webhook came', async () => {
  await setFaults(shop, { webhooks: { hold: true } });
  const type = 'individual_guide_11_14';
  const session = await buy(shop, type);
  expect(await orderKeys(shop)).toEqual([]);
  expect(await verify(shop, session)).toEqual({
    status: 'paid',
    hasEmail: false,
    order: {
      stripe_session_id: session,
      status: 'paid',
      amount: centsOf(type),
      currency: 'USD',
      product_type: type,
      guide_name: productOf(type).name,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
    },
  });
  expect(await orderKeys(shop)).toEqual([`order:dev:${session}`]);
});

// tests/fuzz looks for the buyer's data in each answer.
test('orders returns a paid order, and null once the money went back', async () => {
  const session = await buy(shop, 'bundle');
  const lookUp = async () => (await shop.call(`/api/orders?session_id=${session}`)).json();
  expect(await lookUp()).toMatchObject({ order: { status: 'paid', currency: 'USD' } });
  await control(shop, 'refund', { session });
  await expectStatus(shop, session, 'refunded');
  expect(await lookUp()).toEqual({ order: null });
});

/** The answer without the id of the request. */
const seen = async (response: Response) => ({
  status: response.status,
  headers: [...response.headers].filter(([name]) => name !== 'x-request-id'),
  body: (await response.text()).replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'an id'),
});

test.each<readonly [name: string, ask: (session: string) => Promise<Response>]>([
  ['verify-payment', (sessionId) => shop.post('/api/verify-payment', { sessionId })],
  ['orders', (session) => shop.call(`/api/orders?session_id=${session}`)],
  ['secure-file-access', (session) => access(shop, 'bundle', session)],
  ['the page without scripts', (id) => shop.post(`/guide-download?session_id=${id}`, null)],
])(
  '%s answers every worthless session alike, byte for byte, at the same cost',
  async (_name, ask) => {
    const expired = await openSession(shop, 'bundle');
    await shop.stripe.checkout.sessions.expire(expired);
    const worthless = {
      unknown: `cs_test_${'a1'.repeat(29)}`,
      'shorter than Stripe makes them': 'cs_live_x',
      open: await openSession(shop, 'bundle'),
      expired,
      'foreign and paid': await buyElsewhere(shop),
    };
    const answers: Record<string, object> = {};
    for (const [kind, session] of Object.entries(worthless)) {
      const before = shop.calls();
      const answer = await seen(await ask(session));
      answers[kind] = { ...answer, cost: shop.callsSince(before) };
    }
    const { unknown } = answers;
    expect(unknown).toMatchObject({ cost: [2, 1, 0] });
    for (const [kind, answer] of Object.entries(answers)) expect(answer, kind).toEqual(unknown);
  },
);

test('the second of two orders of the same files is marked as repeated, until the first is refunded', async () => {
  const isRepeated = async (session: string) => (await verify(shop, session)).isRepeated ?? false;
  const [guide, other] = ['individual_guide_6_10', 'individual_guide_11_14'] as const;
  const bought = [await buy(shop, guide), await buy(shop, guide), await buy(shop, other)];
  const repeated = await Promise.all(bought.map(isRepeated));
  expect([repeated[0] !== repeated[1], repeated[2]]).toEqual([true, false]);
  const [first = '', second = ''] = repeated[0] ? [bought[1], bought[0]] : bought;
  await control(shop, 'refund', { session: first });
  await expectStatus(shop, first, 'refunded');
  expect(await isRepeated(second)).toBe(false);
});

test('a shop without email gives the address to write to', async () => {
  const found = await shop.post('/api/find-purchase', { email: 'parent@example.com' });
  expect(await found.clone().text()).toMatch(/write to \S+@\S+ with your order number/);
  await expectProblem(found, 503, 'mail_unavailable');
});
