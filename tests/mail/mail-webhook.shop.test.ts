import { expect, test } from 'vitest';
import { buy } from '../shop/buying.ts';
import { expectProblem } from '../shop/problems.ts';
import { AT_SECONDS, headersFor, mailEvent, postEvent } from './events.ts';
import { openMailShop } from './mail-shop.ts';

const shop = await openMailShop();

const order = (): Promise<string> => buy(shop, 'bundle');
/** What the order knows of its emails beside their sending. */
const eventsOf = async (session: string): Promise<Record<string, string>> => {
  const facts = (await shop.redis.hgetall<Record<string, string>>(`order:dev:${session}`)) ?? {};
  const events = Object.entries(facts).filter(([name]) => /^mail:.*:/.test(name));
  return Object.fromEntries(events.map(([name, value]) => [name, String(value)]));
};
const lost = (): Promise<string[]> => shop.redis.zrange('lost-receipts:dev', 0, -1);
const bounceOf = (message: string, type = 'Permanent') => ({
  bounce: { message, type, subType: 'General' },
});
const BOUNCE = bounceOf('parent@example.com?');
const bounced = (session: string, more: object = {}): Promise<string> =>
  mailEvent(session, 'email.bounced', { data: BOUNCE, ...more });

test('an event that is not signed, was changed or is too long is refused, and nothing is asked outside', async () => {
  const before = shop.calls();
  const body = await bounced('cs_test_any');
  for (const headers of [{}, headersFor(`${body} `)]) {
    await expectProblem(await postEvent(shop, body, headers), 400, 'signature_invalid');
  }
  await expectProblem(await postEvent(shop, 'x'.repeat(64 * 1024 + 1)), 413, 'body_too_large');
  expect(shop.callsSince(before)).toEqual([0, 0, 0]);
});

const OF_COPY = { tags: { copy: '2' } };

test.for<readonly [type: string, more: object, fact: string, detail?: string]>([
  ['delivered', {}, 'receipt:delivered'],
  ['delivery_delayed', {}, 'receipt:delayed'],
  ['complained', {}, 'receipt:complained'],
  ['bounced', { data: BOUNCE }, 'receipt:bounced', ' Permanent General'],
  ['bounced', {}, 'receipt:bounced', ' unknown unknown'],
  ['bounced', { data: bounceOf('', 'a@example.com') }, 'receipt:bounced', ' unknown General'],
  ['failed', { data: { failed: { reason: 'quota' } } }, 'receipt:failed', ' quota'],
  ['suppressed', { data: { suppressed: { type: 'Is' } } }, 'receipt:suppressed', ' Is'],
  ['delivered', OF_COPY, 'again:2:delivered'],
  ['delivered', { ...OF_COPY, isListed: true }, 'again:2:delivered'],
  ['delivered', { tags: { kind: 'x' } }, '56761188-7520-42d8-8898-ff6fc54ce618:delivered'],
])('email.%s with %j becomes the fact %s of its order', async ([type, more, fact, detail = '']) => {
  const session = await order();
  const response = await postEvent(shop, await mailEvent(session, `email.${type}`, more));
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ received: true, handled: true });
  expect(await eventsOf(session)).toEqual({ [`mail:${fact}`]: AT_SECONDS + detail });
});

test.each<readonly [which: string, body: (session: string) => string | Promise<string>]>([
  ['of another type', (session) => mailEvent(session, 'email.opened')],
  ['of no order', () => bounced('cs_test_nobody')],
  ['of a copy without a number', (session) => bounced(session, { tags: { copy: 'x' } })],
  ['that is no JSON', () => 'nothing'],
  ['of contacts, which have no tags', () => '{"type":"contact.created","data":{}}'],
])('an event %s changes nothing, and is not sent again', async (_which, bodyOf) => {
  const session = await order();
  const lostBefore = await lost();
  const response = await postEvent(shop, await bodyOf(session));
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ received: true, handled: false });
  expect([await eventsOf(session), await lost()]).toEqual([{}, lostBefore]);
});

test('a receipt that bounced stands in the list of lost ones, once, unless another was sent since', async () => {
  const [first, sentSince] = [await order(), await order()];
  await shop.redis.hset(`order:dev:${sentSince}`, { 'mail:again:1': 'sent 1 own id' });
  for (const session of [first, sentSince]) await postEvent(shop, await bounced(session));
  expect(await lost()).toContain(first);
  expect(await lost()).not.toContain(sentSince);
  await postEvent(shop, await bounced(sentSince, { tags: { copy: '1' } }));
  expect(await lost()).toContain(sentSince);

  const facts = await eventsOf(first);
  await shop.redis.zrem('lost-receipts:dev', first); // as the owner's copy does
  await postEvent(shop, await bounced(first, { at: '2026-11-23T10:00:00.000Z' }));
  expect(await eventsOf(first)).toEqual(facts);
  expect(await lost()).not.toContain(first);
});

test('while Redis is down an event is answered 503, and kept when it comes again', async () => {
  const session = await order();
  const body = await bounced(session);
  shop.failRedis('500');
  await expectProblem(await postEvent(shop, body), 503, 'temporarily_unavailable');
  shop.failRedis('none');
  await postEvent(shop, body);
  expect(Object.keys(await eventsOf(session))).toEqual(['mail:receipt:bounced']);
});
