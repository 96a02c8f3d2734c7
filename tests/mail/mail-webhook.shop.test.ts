import { beforeEach, describe, expect, test } from 'vitest';
import { buy } from '../shop/buying.ts';
import { expectProblem } from '../shop/problems.ts';
import { AT_SECONDS, mailEvent, postEvent, signedHeaders } from './events.ts';
import { openMailShop } from './mail-shop.ts';

const shop = await openMailShop();
// Only what a test posts arrives.
beforeEach(() => shop.setMailFaults({ hold: true }));

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

test.each<readonly [how: string, headersOf: (body: string) => Record<string, string>]>([
  ['that is not signed', () => ({})],
  ['that was changed', (body) => signedHeaders(`${body} `)],
])('an event %s is refused, and nothing is asked outside', async (_how, headersOf) => {
  const before = shop.calls();
  const body = await bounced('cs_test_any');
  await expectProblem(await postEvent(shop, body, headersOf(body)), 400, 'signature_invalid');
  expect(shop.callsSince(before)).toEqual([0, 0, 0]);
});

test('an event that is too long is refused before it is read', async () => {
  const body = 'x'.repeat(64 * 1024 + 1);
  await expectProblem(await postEvent(shop, body), 413, 'body_too_large');
});

test.for<readonly [type: string, data: object, fact: string, detail?: string]>([
  ['email.delivered', {}, 'delivered'],
  ['email.delivery_delayed', {}, 'delayed'],
  ['email.complained', {}, 'complained'],
  ['email.bounced', BOUNCE, 'bounced', ' Permanent General'],
  ['email.bounced', {}, 'bounced', ' unknown unknown'],
  ['email.bounced', bounceOf('', 'parent@example.com'), 'bounced', ' unknown General'],
  ['email.failed', { failed: { reason: 'reached_quota' } }, 'failed', ' reached_quota'],
  ['email.suppressed', { suppressed: { type: 'OnList' } }, 'suppressed', ' OnList'],
])('%s with %j becomes a fact of its order', async ([type, data, fact, detail = '']) => {
  const session = await order();
  const response = await postEvent(shop, await mailEvent(session, type, { data }));
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ received: true, handled: true });
  expect(await eventsOf(session)).toEqual({ [`mail:receipt:${fact}`]: AT_SECONDS + detail });
});

test.each([
  ['of a copy', { tags: { copy: '2' } }, 'mail:again:2'],
  ['with its tags in a list', { tags: { copy: '2' }, isListed: true }, 'mail:again:2'],
  ['of another email', { tags: { kind: 'x' } }, 'mail:56761188-7520-42d8-8898-ff6fc54ce618'],
])('so does one %s', async (_what, more, name) => {
  const session = await order();
  await postEvent(shop, await mailEvent(session, 'email.delivered', more));
  expect(await eventsOf(session)).toEqual({ [`${name}:delivered`]: `${AT_SECONDS}` });
});

describe('an event changes nothing', () => {
  const contact = { type: 'contact.created', created_at: '', data: { email: 'a@example.com' } };
  test.each<readonly [which: string, body: (session: string) => string | Promise<string>]>([
    ['of another type', (session) => mailEvent(session, 'email.opened')],
    ['of no order', () => bounced('cs_test_nobody')],
    ['of a copy without a number', (session) => bounced(session, { tags: { copy: 'x' } })],
    ['that is no JSON', () => 'nothing'],
    ['of contacts, which have no tags', () => JSON.stringify(contact)],
  ])('%s, and is not sent again', async (_which, bodyOf) => {
    const session = await order();
    const lostBefore = await lost();
    const response = await postEvent(shop, await bodyOf(session));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ received: true, handled: false });
    expect([await eventsOf(session), await lost()]).toEqual([{}, lostBefore]);
  });

  test('that came before, even with another time', async () => {
    const session = await order();
    await postEvent(shop, await bounced(session));
    const [facts, list] = [await eventsOf(session), await lost()];
    await postEvent(shop, await bounced(session, { at: '2026-11-23T10:00:00.000Z' }));
    expect([await eventsOf(session), await lost()]).toEqual([facts, list]);
  });
});

test('a receipt that bounced stands in the list of lost ones, unless another was sent since', async () => {
  const [first, sentSince] = [await order(), await order()];
  await shop.redis.hset(`order:dev:${sentSince}`, { 'mail:again:1': 'sent 1 own id' });
  for (const session of [first, sentSince]) await postEvent(shop, await bounced(session));
  expect(await lost()).toContain(first);
  expect(await lost()).not.toContain(sentSince);
  await postEvent(shop, await bounced(sentSince, { tags: { copy: '1' } }));
  expect(await lost()).toContain(sentSince);
});

test('of the list of lost ones the last hundred are kept', async () => {
  await shop.redis.del('lost-receipts:dev');
  for (let score = 0; score < 100; score += 1) {
    await shop.redis.zadd('lost-receipts:dev', { score, member: `cs_test_${score}` });
  }
  const session = await order();
  await postEvent(shop, await bounced(session));
  const list = await lost();
  expect([list.length, list.at(-1), list.includes('cs_test_0')]).toEqual([100, session, false]);
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

test('no address is kept of an event, nor logged', async () => {
  const traces = await shop.tracesOf(async () => {
    const body = await bounced(await order());
    await postEvent(shop, body);
    await postEvent(shop, body, {});
  });
  expect(traces).toContain('/api/mail-webhook');
  expect(traces).not.toMatch(/parent|@example/);
});
