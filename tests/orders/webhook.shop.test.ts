import { expect, onTestFinished, test, vi } from 'vitest';
import { numberOf } from '../../netlify/shop/words.ts';
import {
  buy,
  control,
  deliveryOf,
  openSession,
  sendEvent,
  setFaults,
  signatureOf,
  verify,
} from '../shop/buying.ts';
import { createLag } from '../shop/lag.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const owner = await ownerClient(shop);
// The test alone sends webhooks.
await setFaults(shop, { webhooks: { hold: true } });

const hasOrder = (session: string): Promise<number> => shop.redis.exists(`order:dev:${session}`);

/** An event that reports a paid session. Only Stripe's answers say whether it is. */
const event = async (sessionId: string, more: object = {}): Promise<string> => {
  const session = await shop.stripe.checkout.sessions.retrieve(sessionId);
  const data = { object: { ...session, payment_status: 'paid', ...more } };
  const type = 'checkout.session.completed';
  const created = Math.floor(Date.now() / 1000);
  return JSON.stringify({ id: 'evt_forged', object: 'event', created, type, data });
};

const sign = (payload: string, more: object = {}) => signatureOf(shop, payload, more);

test.each<readonly [how: string, signature: (payload: string) => string | null]>([
  ['without a signature', () => null],
  ['signed by another secret', (payload) => sign(payload, { secret: 'whsec_other' })],
  ['changed after signing', (payload) => sign(`${payload} `)],
  // Stripe's SDK tolerates five minutes.
  ['signed six minutes ago', (payload) => sign(payload, { age: 360 })],
])('an event %s is refused', async (_how, signature) => {
  const session = await openSession(shop, 'bundle');
  const payload = await event(session);
  await expectProblem(await sendEvent(shop, payload, signature(payload)), 400, 'signature_invalid');
  expect(await hasOrder(session)).toBe(0);
});

test.each<readonly [what: string, more: object, answer: object, calls: number]>([
  ['of another seller is acknowledged and ignored', { metadata: {} }, { handled: false }, 0],
  // Stripe's answer may be older than the event, or of another account. Stripe is to send it again.
  ['that nobody has paid is refused', {}, { code: 'payment_unavailable' }, 3],
  ['that Stripe does not know, too', { id: 'cs_test_other' }, { code: 'payment_unavailable' }, 1],
])('a signed event about a session %s', async (_what, more, answer, calls) => {
  vi.spyOn(console, 'warn').mockReturnValueOnce();
  const session = await openSession(shop, 'bundle');
  const payload = await event(session, more);
  const before = shop.callsTo('stripe');
  const response = await sendEvent(shop, payload);
  expect(await response.json()).toMatchObject(answer);
  expect([response.ok, shop.callsTo('stripe') - before]).toEqual([calls === 0, calls]);
  expect(await hasOrder(session)).toBe(0);
});

test('an order with more refunds than Stripe lists at once is refunded', async () => {
  const session = await buy(shop, 'bundle');
  for (let part = 0; part < 11; part += 1) {
    await control(shop, 'refund', { session, amount: 50 });
  }
  await control(shop, 'refund', { session });
  expect((await verify(shop, session)).status).toBe('refunded');
});

const HOUR_MS = 3_600_000;
const SETTLED = { outcome: 'succeeded' };
const recordedStatus = async (session: string): Promise<string> =>
  (await (await owner.call(`/api/admin/orders/${numberOf(session)}`)).json()).status;

// Stripe's answers may lag behind its events, and it stops sending an event at some time.
test.each([
  ['refund.created', 'refund', {}, 'paid', 'refunded'],
  ['checkout.session.async_payment_succeeded', 'settle', SETTLED, 'pending', 'paid'],
])('%s is acknowledged once Stripe’s answer shows it, or an hour later', async (...row) => {
  const [type, change, how, before, after] = row;
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const session = await openSession(shop, 'bundle');
  await control(shop, 'pay', { session, method: before === 'pending' ? 'bank' : 'card' });
  const lag = createLag(2 * HOUR_MS);
  await shop.runOnce(
    () => verify(shop, session),
    (_call, ...sent) => lag.ofRun(0)(...sent),
  );
  await control(shop, change, { session, ...how });
  const deliver = await deliveryOf(shop, type);
  const deliverEarly = () => shop.runOnce(deliver, (_call, ...sent) => lag.ofRun(1)(...sent));
  expect(await deliverEarly()).toMatchObject({ status: 502 });
  vi.setSystemTime(Date.now() + HOUR_MS);
  expect(await deliverEarly()).toMatchObject({ status: 502 });
  vi.setSystemTime(Date.now() + 1000);
  expect(await deliverEarly()).toMatchObject({ status: 200 });
  expect(await recordedStatus(session)).toBe(before);
  expect((await deliver()).status).toBe(200);
  expect(await recordedStatus(session)).toBe(after);
});
