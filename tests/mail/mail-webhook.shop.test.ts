import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buy } from '../shop/buying.ts';
import { expectProblem } from '../shop/problems.ts';
import { jsonPost, openTestShop } from '../shop/shop.ts';
import { AT_SECONDS, mailEvent, postEvent, signedHeaders } from './events.ts';

const shop = await openTestShop({ withMail: true });
const hold = (isHeld: boolean): Promise<Response> =>
  shop.controlMail('/_control/mail/faults', { ...jsonPost({ hold: isHeld }), method: 'PUT' });
// What is told is what a test posts.
await hold(true);

beforeEach(() => {
  shop.failRedis('none');
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
});

const order = (): Promise<string> => buy(shop, 'individual_guide_6_10');
const factsOf = async (session: string): Promise<Record<string, string>> => {
  const facts = (await shop.redis.hgetall<Record<string, string>>(`order:dev:${session}`)) ?? {};
  return Object.fromEntries(
    Object.entries(facts)
      .filter(([name]) => /^mail:.*:/.test(name))
      .map(([name, value]) => [name, String(value)]),
  );
};
const lost = (): Promise<string[]> => shop.redis.zrange('lost-receipts:dev', 0, -1);

const BOUNCE = {
  bounce: { message: 'parent@example.com?', type: 'Permanent', subType: 'General' },
};

describe('an event that the mail service did not sign', () => {
  const other = `whsec_${Buffer.from('a secret of somebody else').toString('base64')}`;

  test.each<readonly [string, (body: string) => Record<string, string>]>([
    ['at all', () => ({})],
    ['with this secret', (body) => signedHeaders(body, { by: other })],
    ['in this body', (body) => signedHeaders(`${body} `)],
    ['just now', (body) => signedHeaders(body, { at: Math.floor(Date.now() / 1000) - 3600 })],
    ['under this id', (body) => ({ ...signedHeaders(body), 'svix-id': 'msg_2' })],
  ])('%s is refused, and nothing is asked outside', async (_how, headersOf) => {
    const before = shop.calls();
    const body = await mailEvent('cs_test_any', 'email.bounced', { data: BOUNCE });
    await expectProblem(await postEvent(shop, body, headersOf(body)), 400, 'signature_invalid');
    expect(shop.callsSince(before)).toEqual([0, 0, 0]);
  });

  test('is refused where it is too long, before it is read', async () => {
    const body = 'x'.repeat(64 * 1024 + 1);
    await expectProblem(await postEvent(shop, body), 413, 'body_too_large');
  });

  test('is refused by any other method', async () => {
    await expectProblem(await shop.call('/api/mail-webhook'), 405, 'method_not_allowed');
  });
});

test('an event is taken while the secret is replaced, by either signature', async () => {
  const body = await mailEvent(await order(), 'email.delivered');
  const { 'svix-signature': signature = '', ...headers } = signedHeaders(body);
  const both = { ...headers, 'svix-signature': `v1,bm90aGluZw== ${signature}` };
  expect((await postEvent(shop, body, both)).status).toBe(200);
});

describe('an event about a receipt becomes a fact of its order', () => {
  test.each([
    ['email.delivered', {}, 'delivered', `${AT_SECONDS}`],
    ['email.delivery_delayed', {}, 'delayed', `${AT_SECONDS}`],
    ['email.complained', {}, 'complained', `${AT_SECONDS}`],
    ['email.bounced', BOUNCE, 'bounced', `${AT_SECONDS} Permanent General`],
    ['email.bounced', {}, 'bounced', `${AT_SECONDS} unknown unknown`],
    ['email.bounced', { bounce: 'parent@example.com' }, 'bounced', `${AT_SECONDS} unknown unknown`],
    [
      'email.bounced',
      { bounce: { type: 'parent@example.com', subType: 'MailboxFull' } },
      'bounced',
      `${AT_SECONDS} unknown MailboxFull`,
    ],
    [
      'email.failed',
      { failed: { reason: 'reached_daily_quota' } },
      'failed',
      `${AT_SECONDS} reached_daily_quota`,
    ],
    [
      'email.suppressed',
      { suppressed: { message: 'parent@example.com', type: 'OnAccountSuppressionList' } },
      'suppressed',
      `${AT_SECONDS} OnAccountSuppressionList`,
    ],
  ])('%s with %j', async (type, data, name, value) => {
    const session = await order();
    const response = await postEvent(shop, await mailEvent(session, type, { data }));
    expect([response.status, await response.json()]).toEqual([
      200,
      { received: true, handled: true },
    ]);
    expect(await factsOf(session)).toEqual({ [`mail:receipt:${name}`]: value });
  });

  test('also where its tags come as a list', async () => {
    const session = await order();
    const body = await mailEvent(session, 'email.delivered', {
      tags: { copy: '2' },
      isListed: true,
    });
    await postEvent(shop, body);
    expect(await factsOf(session)).toEqual({ 'mail:again:2:delivered': String(AT_SECONDS) });
  });

  test('also where it is of a copy, or of another mail', async () => {
    const session = await order();
    const copy = await mailEvent(session, 'email.delivered', { tags: { copy: '2' } });
    const other = await mailEvent(session, 'email.complained', { tags: { kind: 'news' } });
    await postEvent(shop, copy);
    await postEvent(shop, other);
    expect(await factsOf(session)).toEqual({
      'mail:again:2:delivered': String(AT_SECONDS),
      'mail:56761188-7520-42d8-8898-ff6fc54ce618:complained': String(AT_SECONDS),
    });
  });
});

describe('an event changes nothing', () => {
  const nothing: Readonly<Record<string, () => Promise<string>>> = {
    'of another type': async () => mailEvent(await order(), 'email.opened'),
    'of no order': () => mailEvent('cs_test_nobody', 'email.bounced', { data: BOUNCE }),
    'of a mail that was about no order': async () =>
      (await mailEvent(await order(), 'email.bounced')).replace('"order"', '"other"'),
    'of a copy without a number': async () =>
      mailEvent(await order(), 'email.bounced', { tags: { copy: 'x' } }),
    'with tags that are none': async () =>
      mailEvent(await order(), 'email.bounced', { data: { tags: [null, 'order'] } }),
    'that is no JSON': async () => 'nothing',
    'of contacts, which have no tags': async () =>
      JSON.stringify({ type: 'contact.created', created_at: '', data: { email: 'a@example.com' } }),
  };
  test.each(Object.keys(nothing))('%s, and is not sent again', async (which) => {
    const body = (await nothing[which]?.()) ?? '';
    const before = await shop.redis.keys('*');
    const response = await postEvent(shop, body);
    expect([response.status, (await response.json()).handled]).toEqual([200, false]);
    expect((await shop.redis.keys('*')).toSorted()).toEqual(before.toSorted());
  });

  test('that was told before, even with another time', async () => {
    const session = await order();
    const bounced = await mailEvent(session, 'email.bounced', { data: BOUNCE });
    await postEvent(shop, bounced);
    const [facts, list] = [await factsOf(session), await lost()];
    await postEvent(shop, bounced);
    const later = { at: '2026-11-23T10:00:00.000Z', data: BOUNCE };
    await postEvent(shop, await mailEvent(session, 'email.bounced', later));
    expect(await factsOf(session)).toEqual(facts);
    expect(await lost()).toEqual(list);
  });
});

const bounced = (session: string, copy?: string): Promise<string> =>
  mailEvent(session, 'email.bounced', { data: BOUNCE, tags: copy ? { copy } : {} });

describe('a receipt that bounced stands in the list of lost ones', () => {
  test('unless another was sent since, whenever it is told', async () => {
    const [first, sentSince] = [await order(), await order()];
    await shop.redis.hset(`order:dev:${sentSince}`, { 'mail:again:1': 'sent 1 own id' });
    for (const session of [first, sentSince]) await postEvent(shop, await bounced(session));
    expect(await lost()).toContain(first);
    expect(await lost()).not.toContain(sentSince);
    await postEvent(shop, await bounced(sentSince, '1'));
    expect(await lost()).toContain(sentSince);
  });

  test('and of the list the last hundred are kept', async () => {
    const old = Array.from({ length: 100 }, (_, n) => ({ score: n + 1, member: `cs_test_${n}` }));
    const [one = { score: 0, member: '' }, ...others] = old;
    await shop.redis.del('lost-receipts:dev');
    await shop.redis.zadd('lost-receipts:dev', one, ...others);
    const session = await order();
    await postEvent(shop, await bounced(session));
    const list = await lost();
    expect([list.length, list.at(-1), list.includes('cs_test_0')]).toEqual([100, session, false]);
  });
});

test('while Redis is down an event is answered 503, and kept when it comes again', async () => {
  const session = await order();
  const body = await mailEvent(session, 'email.bounced', { data: BOUNCE });
  shop.failRedis('500');
  await expectProblem(await postEvent(shop, body), 503, 'temporarily_unavailable');
  shop.failRedis('none');
  expect(await factsOf(session)).toEqual({});
  await postEvent(shop, body);
  expect(await factsOf(session)).toEqual({
    'mail:receipt:bounced': `${AT_SECONDS} Permanent General`,
  });
});

test('no address is kept of an event, nor logged', async () => {
  const spies = (['log', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level));
  const session = await order();
  await postEvent(shop, await mailEvent(session, 'email.bounced', { data: BOUNCE }));
  await postEvent(shop, await mailEvent(session, 'email.bounced', { data: BOUNCE }), {});
  const said = spies.flatMap((spy) => spy.mock.calls).join('\n');
  expect(said).toContain('/api/mail-webhook');
  expect(said).not.toMatch(/parent|@example/);
  expect(JSON.stringify(await shop.redis.hgetall(`order:dev:${session}`))).not.toMatch(/parent|@/);
});
