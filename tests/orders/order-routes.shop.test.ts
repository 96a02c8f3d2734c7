import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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
// Only the test sends webhooks.
await setFaults(shop, { webhooks: { hold: true } });
beforeEach(() => shop.redis.flushall());
afterEach(() => void vi.useRealTimers());

const setClock = (now = Date.now()): void => void vi.useFakeTimers({ toFake: ['Date'], now });

/** Refunds a session, in full if there is no amount. */
const refund = async (session: string, amount?: number): Promise<void> => {
  await control(shop, 'refund', { session, amount });
  const deliver = await deliveryOf(shop, 'refund.created');
  expect((await deliver()).status).toBe(200);
};

describe('an order without a webhook', () => {
  test('records an order without a webhook when its buyer returns', async () => {
    const session = await buy(shop, 'bundle');
    expect(await orderKeys(shop)).toEqual([]);
    await verify(shop, session);
    expect(await orderKeys(shop)).toEqual([`order:dev:${session}`]);
  });

  test('returns an order without a webhook to its buyer', async () => {
    const type = 'individual_guide_11_14';
    const session = await buy(shop, type);
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
  });

  test.each([
    { name: 'a full refund', amount: undefined, status: 'refunded' },
    { name: 'a partial refund', amount: 1, status: 'paid' },
  ])('records an order from the event about $name', async ({ amount, status }) => {
    const session = await buy(shop, 'bundle');
    await refund(session, amount);
    expect(await orderKeys(shop)).toEqual([`order:dev:${session}`]);
    expect(await verify(shop, session)).toMatchObject({ status });
  });
});

const lookUp = async (session: string) =>
  (await shop.call(`/api/orders?session_id=${session}`)).json();

describe('GET /api/orders', () => {
  test('returns a paid order', async () => {
    const session = await buyKnown(shop, 'bundle');
    expect(await lookUp(session)).toMatchObject({ order: { status: 'paid', currency: 'USD' } });
  });

  test('returns an order after a partial refund', async () => {
    const session = await buyKnown(shop, 'bundle');
    await refund(session, centsOf('bundle') - 1);
    expect(await lookUp(session)).toMatchObject({ order: { status: 'paid' } });
  });

  test('returns null after a full refund', async () => {
    const session = await buyKnown(shop, 'bundle');
    await refund(session);
    expect(await lookUp(session)).toEqual({ order: null });
  });
});

/** The response without its request id. */
const withoutId = async (response: Response) => ({
  status: response.status,
  headers: [...response.headers].filter(([name]) => name !== 'x-request-id'),
  body: (await response.text()).replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'an id'),
});

const UNKNOWN_SESSION = `cs_test_${'a1'.repeat(29)}`;

/** Returns the ids of sessions that grant no access, keyed by the reason. */
const openSessionsWithoutAccess = async (): Promise<Readonly<Record<string, string>>> => {
  const expired = await openSession(shop, 'bundle');
  await shop.stripe.checkout.sessions.expire(expired);
  return {
    'shorter than Stripe makes them': 'cs_live_x',
    open: await openSession(shop, 'bundle'),
    expired,
    'paid in another shop': await buyElsewhere(shop),
  };
};

type Route = { readonly name: string; readonly ask: (session: string) => Promise<Response> };

describe('a session that grants no access', () => {
  test.each<Route>([
    {
      name: 'in /api/verify-payment',
      ask: (sessionId) => shop.post('/api/verify-payment', { sessionId }),
    },
    { name: 'in /api/orders', ask: (session) => shop.call(`/api/orders?session_id=${session}`) },
    { name: 'in /api/secure-file-access', ask: (session) => access(shop, 'bundle', session) },
    {
      name: 'on the download page for browsers without JavaScript',
      ask: (session) => shop.post(`/guide-download?session_id=${session}`, null),
    },
  ])('treats a session that grants no access like an unknown session $name', async ({ ask }) => {
    const respond = async (session: string) => {
      const before = shop.calls();
      const response = await withoutId(await ask(session));
      return { ...response, calls: shop.callsSince(before) };
    };
    const toUnknown = await respond(UNKNOWN_SESSION);
    for (const [kind, session] of Object.entries(await openSessionsWithoutAccess())) {
      expect(await respond(session), kind).toEqual(toUnknown);
    }
  });
});

// Anybody with the session id can call verify-payment, so the response must not reveal the buyer's
// other orders.
test.each([
  { name: 'if no files are requested', body: {}, files: {} },
  { name: 'if files are requested', body: { files: true }, files: { files: expect.any(Array) } },
])(
  'returns the same fields for a buyer’s first and second orders $name',
  async ({ body, files }) => {
    setClock();
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

test('responds to /api/find-purchase with the support address if the shop sends no email', async () => {
  const response = await shop.post('/api/find-purchase', { email: 'parent@example.com' });
  expect(await response.clone().text()).toMatch(/write to \S+@\S+ with your order number/);
  await expectProblem(response, 503, 'mail_unavailable');
});

/** Forges an event. Only Stripe's response shows that it is not genuine. */
const eventOf = (type: string, object: object, ageInSeconds = 0): string => {
  const created = Math.floor(Date.now() / 1000) - ageInSeconds;
  return JSON.stringify({ id: 'evt_forged', object: 'event', created, type, data: { object } });
};
const paidEvent = async (sessionId: string, more: object = {}): Promise<string> => {
  const session = await shop.stripe.checkout.sessions.retrieve(sessionId);
  return eventOf('checkout.session.completed', { ...session, payment_status: 'paid', ...more });
};

const sign = (payload: string, more: object = {}) => signatureOf(shop, payload, more);

type RefusedEvent = {
  readonly name: string;
  /** null if there is no signature. */
  readonly signature: (payload: string) => string | null;
  readonly code: ProblemCode;
};

test.each<RefusedEvent>([
  { name: 'without a signature', signature: () => null, code: 'signature_invalid' },
  { name: 'with an incomplete signature', signature: () => 't=,v1=', code: 'signature_invalid' },
  {
    name: 'signed with another secret',
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
    name: 'signed six minutes ago with another secret',
    signature: (payload) => sign(payload, { age: 360, secret: 'whsec_other' }),
    code: 'signature_invalid',
  },
])('rejects an event $name as $code', async ({ signature, code }) => {
  const payload = await paidEvent(await openSession(shop, 'bundle'));
  await expectProblem(await sendEvent(shop, payload, signature(payload)), 400, code);
  expect(await orderKeys(shop)).toEqual([]);
});

test('says that the shop’s clock may be wrong if an event seems too old', async () => {
  const payload = await paidEvent(await openSession(shop, 'bundle'));
  const signature = sign(payload);
  setClock(Date.now() + 360_000);
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
  { name: 'not an object', payload: 'null' },
  { name: 'not JSON', payload: '{' },
])('rejects a signed body as unreadable if it is $name', async ({ payload }) => {
  const response = await sendEvent(shop, payload);
  const { detail } = await response.clone().json();
  await expectProblem(response, 400, 'event_unreadable');
  expect(detail).toContain('payload style "Snapshot"');
});

const logged = () => vi.mocked(console.warn).mock.calls.map(([text]) => JSON.parse(text));

describe('the log of a rejected event', () => {
  let payload = '';
  beforeEach(async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    // Advances the clock to a minute without a logged rejection, because each reason is logged only
    // once a minute.
    setClock(Date.now() + 3_600_000);
    payload = await paidEvent(await openSession(shop, 'bundle'));
  });

  test.each([
    {
      code: 'signature_invalid',
      send: () => sendEvent(shop, payload, sign(payload, { secret: 'whsec_other' })),
    },
    {
      code: 'signature_expired',
      send: () => sendEvent(shop, payload, sign(payload, { age: 360 })),
    },
    { code: 'event_unreadable', send: () => sendEvent(shop, JSON.stringify(THIN_EVENT)) },
  ])('logs $code without the event’s content', async ({ code, send }) => {
    await send();
    const line = { level: 'warn', requestId: expect.any(String), route: 'stripe-webhook', code };
    expect(logged()).toEqual([line]);
  });
});

describe('a signed event', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

  test('accepts and ignores an event about another seller’s session', async () => {
    const payload = await paidEvent(await openSession(shop, 'bundle'), { metadata: {} });
    const before = shop.callsTo('stripe');
    const response = await sendEvent(shop, payload);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ handled: false });
    expect(shop.callsTo('stripe')).toBe(before);
    expect(await orderKeys(shop)).toEqual([]);
  });

  // Stripe's response may be older than the event, or come from another account. In both cases,
  // Stripe has to send the event again.
  test.each([
    { name: 'is unpaid', more: {} },
    { name: 'Stripe does not have', more: { id: 'cs_test_other' } },
  ])('rejects an event about a session that $name', async ({ more }) => {
    const payload = await paidEvent(await openSession(shop, 'bundle'), more);
    const response = await sendEvent(shop, payload);
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ code: 'payment_unavailable' });
    expect(await orderKeys(shop)).toEqual([]);
  });

  test('calls Stripe at most three times for an event about an unpaid session', async () => {
    const payload = await paidEvent(await openSession(shop, 'bundle'));
    const before = shop.callsTo('stripe');
    await sendEvent(shop, payload);
    expect(shop.callsTo('stripe') - before).toBeLessThanOrEqual(3);
  });

  // Stripe's responses can lag behind its events, but Stripe does not retry an event forever.
  test.each([
    { name: 'rejects', age: 3600, status: 502 },
    { name: 'accepts', age: 3601, status: 200 },
  ])(
    '$name a refund event that is $age s old if Stripe does not return the refund yet',
    async ({ age, status }) => {
      setClock();
      const session = await buyKnown(shop, 'bundle');
      const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(session);
      const later = { object: 'refund', id: 're_later', status: 'succeeded', payment_intent };
      const response = await sendEvent(shop, eventOf('refund.created', later, age));
      expect(response.status).toBe(status);
    },
  );
});
