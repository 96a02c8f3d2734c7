import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ProblemCode } from '../../src/contract/problem.ts';
import { centsOf, productOf } from '../catalog.ts';
import {
  access,
  buy,
  buyElsewhere,
  buyKnown,
  control,
  deliveryOf,
  openSession,
  orderKeys,
  sendEvent,
  setFaults,
  signatureOf,
  verify,
} from '../shop/buying.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
// The test alone sends webhooks.
await setFaults(shop, { webhooks: { hold: true } });
beforeEach(() => shop.redis.flushall());

const refund = async (session: string): Promise<void> => {
  await control(shop, 'refund', { session });
  const deliver = await deliveryOf(shop, 'refund.created');
  expect((await deliver()).status).toBe(200);
};

test('verify-payment records an order of which no webhook came', async () => {
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

test('a refund of an order of which no webhook came records it', async () => {
  const session = await buy(shop, 'bundle');
  await refund(session);
  expect(await orderKeys(shop)).toEqual([`order:dev:${session}`]);
});

test('orders returns a paid order, and null once the money went back', async () => {
  const session = await buyKnown(shop, 'bundle');
  const lookUp = async () => (await shop.call(`/api/orders?session_id=${session}`)).json();
  expect(await lookUp()).toMatchObject({ order: { status: 'paid', currency: 'USD' } });
  await refund(session);
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

// Anybody with the session id can ask, so the response must not reveal the buyer's other orders.
test.each([
  { name: 'without files', body: {}, files: {} },
  { name: 'with files', body: { files: true }, files: { files: expect.any(Array) } },
])(
  'verify-payment has the same fields for a repeated order as for a first one, $name',
  async ({ body, files }) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const first = await buyKnown(shop, 'bundle');
    vi.advanceTimersByTime(60_000);
    const second = await buyKnown(shop, 'bundle');
    const responseTo = async (sessionId: string) =>
      (await shop.post('/api/verify-payment', { sessionId, ...body })).json();
    const toFirst = await responseTo(first);
    expect(await responseTo(second)).toStrictEqual({
      ...toFirst,
      ...files,
      order: {
        ...toFirst.order,
        stripe_session_id: second,
        created_at: expect.any(String),
      },
    });
  },
);

test('a shop without email gives the address to write to', async () => {
  const found = await shop.post('/api/find-purchase', { email: 'parent@example.com' });
  expect(await found.clone().text()).toMatch(/write to \S+@\S+ with your order number/);
  await expectProblem(found, 503, 'mail_unavailable');
});

/** An event about an object at Stripe, so many seconds ago. Only Stripe's answers say whether it is true. */
const eventOf = (type: string, object: object, age = 0): string => {
  const created = Math.floor(Date.now() / 1000) - age;
  return JSON.stringify({ id: 'evt_forged', object: 'event', created, type, data: { object } });
};
const paidEvent = async (sessionId: string, more: object = {}): Promise<string> => {
  const session = await shop.stripe.checkout.sessions.retrieve(sessionId);
  return eventOf('checkout.session.completed', { ...session, payment_status: 'paid', ...more });
};

const sign = (payload: string, more: object = {}) => signatureOf(shop, payload, more);

type RefusedEvent = {
  readonly name: string;
  /** null: no signature. */
  readonly signature: (payload: string) => string | null;
  readonly code: ProblemCode;
};

test.each<RefusedEvent>([
  { name: 'without a signature', signature: () => null, code: 'signature_invalid' },
  { name: 'with half a signature', signature: () => 't=,v1=', code: 'signature_invalid' },
  {
    name: 'signed by another secret',
    signature: (payload) => sign(payload, { secret: 'whsec_other' }),
    code: 'signature_invalid',
  },
  {
    name: 'changed after signing',
    signature: (payload) => sign(`${payload} `),
    code: 'signature_invalid',
  },
  // Stripe's SDK tolerates five minutes.
  {
    name: 'signed six minutes ago',
    signature: (payload) => sign(payload, { age: 360 }),
    code: 'signature_expired',
  },
  {
    name: 'signed six minutes ago by another secret',
    signature: (payload) => sign(payload, { age: 360, secret: 'whsec_other' }),
    code: 'signature_invalid',
  },
])('an event $name is refused as $code', async ({ signature, code }) => {
  const payload = await paidEvent(await openSession(shop, 'bundle'));
  await expectProblem(await sendEvent(shop, payload, signature(payload)), 400, code);
  expect(await orderKeys(shop)).toEqual([]);
});

test('an event is refused as too old if the shop’s clock is fast', async () => {
  const payload = await paidEvent(await openSession(shop, 'bundle'));
  const signature = sign(payload);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 360_000 });
  onTestFinished(() => void vi.useRealTimers());
  const response = await sendEvent(shop, payload, signature);
  const { detail } = await response.clone().json();
  await expectProblem(response, 400, 'signature_expired');
  expect(detail).toContain('the shop’s clock is wrong');
});

/** docs.stripe.com/event-destinations#thin-payload */
const THIN_EVENT = {
  id: 'evt_thin',
  object: 'v2.core.event',
  type: 'v1.checkout.session.completed',
  created: '2026-11-22T12:00:00.000Z',
  livemode: false,
  related_object: {
    id: 'cs_test_1',
    type: 'checkout.session',
    url: '/v1/checkout/sessions/cs_test_1',
  },
};

test.each([
  { name: 'a thin event', payload: JSON.stringify(THIN_EVENT) },
  { name: 'an object without data', payload: JSON.stringify({ object: 'event' }) },
  { name: 'no object', payload: 'null' },
  { name: 'no JSON', payload: '{' },
])('a signed body is refused as unreadable if it is $name', async ({ payload }) => {
  const response = await sendEvent(shop, payload);
  const { detail } = await response.clone().json();
  await expectProblem(response, 400, 'event_unreadable');
  expect(detail).toContain('payload style "Snapshot"');
});

test('the log names each reason for which an event was refused, and nothing of the event', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  // A minute in which no test before this one was refused.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  const payload = await paidEvent(await openSession(shop, 'bundle'));
  await sendEvent(shop, payload, sign(payload, { secret: 'whsec_other' }));
  await sendEvent(shop, payload, sign(payload, { age: 360 }));
  await sendEvent(shop, JSON.stringify(THIN_EVENT));
  const line = { level: 'warn', requestId: expect.any(String), route: 'stripe-webhook' };
  expect(warn.mock.calls.map(([text]) => JSON.parse(text))).toEqual([
    { ...line, code: 'signature_invalid' },
    { ...line, code: 'signature_expired' },
    { ...line, code: 'event_unreadable' },
  ]);
});

test.each<readonly [what: string, more: object, answer: object, calls: number]>([
  ['of another seller is acknowledged and ignored', { metadata: {} }, { handled: false }, 0],
  // Stripe's answer may be older than the event, or of another account. Stripe is to send it again.
  ['that nobody has paid is refused', {}, { code: 'payment_unavailable' }, 3],
  ['that Stripe does not know, too', { id: 'cs_test_other' }, { code: 'payment_unavailable' }, 1],
])('a signed event about a session %s', async (_what, more, answer, calls) => {
  vi.spyOn(console, 'warn').mockReturnValueOnce();
  const payload = await paidEvent(await openSession(shop, 'bundle'), more);
  const before = shop.callsTo('stripe');
  const response = await sendEvent(shop, payload);
  expect(await response.json()).toMatchObject(answer);
  expect([response.ok, shop.callsTo('stripe') - before]).toEqual([calls === 0, calls]);
  expect(await orderKeys(shop)).toEqual([]);
});

// Stripe's answers may lag behind its events, and Stripe does not send an event forever.
test.each([
  [3600, 502],
  [3601, 200],
])(
  'a refund of %d s ago that Stripe’s answer does not show is answered %d',
  async (age, status) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const session = await buyKnown(shop, 'bundle');
    const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(session);
    const later = { object: 'refund', id: 're_later', status: 'succeeded', payment_intent };
    const response = await sendEvent(shop, eventOf('refund.created', later, age));
    expect(response.status).toBe(status);
  },
);
