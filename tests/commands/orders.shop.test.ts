import { beforeEach, expect, test, vi } from 'vitest';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { buy, control, expectStatus, openSession, setFaults } from '../shop/buying.ts';
import { bytesOf, linkTo } from '../shop/downloading.ts';
import { saleFor, saveAll } from '../shop/seed.ts';
import { openTestShop } from '../shop/shop.ts';
import { ordersIn } from '../shop/stored.ts';
import { runHere } from './run-command.ts';

const shop = await openTestShop({ withMail: true });
const { run: forgetOrder } = await import('../../netlify/commands/forget.ts');
const { run: rebuildOrders } = await import('../../netlify/commands/rebuild.ts');
beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  await shop.empty();
});

const rebuild = (context = 'dev') => runHere(rebuildOrders, { args: [`--context=${context}`] });
const forget = (args: readonly string[], typed = '') =>
  runHere(forgetOrder, { args: ['--context=dev', ...args], typed });

/** The orders' data without the shop's notes. */
const salesIn = async () =>
  Object.entries(await ordersIn(shop.redis)).map(([key, value]) =>
    key.startsWith('order:') ? [key, (value as { sale: unknown }).sale] : [key, value],
  );

test('rebuild reads all orders from Stripe into an empty store, without second receipts', async () => {
  const sessions = [await buy(shop, 'bundle'), await buy(shop, 'individual_guide_6_10')];
  // Five are asked for at once.
  for (let more = 0; more < 3; more += 1) sessions.push(await buy(shop, 'bundle'));
  const [refunded = ''] = sessions;
  await control(shop, 'refund', { session: refunded });
  await expectStatus(shop, refunded, 'refunded');
  const pending = await openSession(shop, 'individual_guide_11_14');
  await control(shop, 'pay', { session: pending, method: 'bank' });
  await expectStatus(shop, pending, 'pending');
  const before = await salesIn();
  const emails = await shop.inbox();
  await shop.redis.flushall();

  const { code, out, err } = await rebuild();
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('dev: 6 orders read from Stripe.\n');
  expect(await salesIn()).toEqual(before);
  expect((await rebuild()).out).toContain('dev: 6 orders read from Stripe.\n');
  expect(await salesIn()).toEqual(before);
  await shop.post('/.netlify/functions/jobs', {});
  expect(await shop.inbox()).toEqual(emails);
});

test('an order that cannot be read is counted, and the others are read', async () => {
  await setFaults(shop, { webhooks: { hold: true } });
  const sessions = [await buy(shop, 'bundle'), await buy(shop, 'bundle')];
  const [broken = '', read = ''] = sessions;
  await shop.redis.flushall();
  await shop.redis.hset(`order:dev:${broken}`, { sale: { from: 'another shop' } });
  const { code, out, err } = await rebuild();
  expect([code, err]).toEqual([1, expect.stringMatching(/1 order couldn’t be read\. Run this/)]);
  expect(out).toContain('dev: 1 order read from Stripe');
  expect(await shop.redis.zscore('orders:dev', read)).not.toBe(null);
});

test.each([
  ['if Stripe fails', '500', 'dev', 'Stripe didn’t respond'],
  ['with a test key in a live context', 'none', 'production-live', 'is a test key, which has no'],
] as const)('rebuild ends with 1 %s', async (_what, failure, context, says) => {
  const before = await shop.redis.keys('*');
  shop.failStripe(failure);
  const { code, err } = await rebuild(context);
  shop.failStripe('none');
  expect([code, err]).toEqual([1, expect.stringContaining(says)]);
  expect(await shop.redis.keys('*')).toEqual(before);
});

const rebuildWithoutReceipts = () =>
  runHere(rebuildOrders, { args: ['--context=dev', '--without-receipts'] });

test('rebuild enqueues no receipt if told not to', async () => {
  await buy(shop, 'bundle');
  await shop.redis.flushall();
  const { code, out } = await rebuildWithoutReceipts();
  expect([code, out]).toEqual([0, expect.not.stringContaining('now sends')]);
  expect(await shop.redis.zcard('jobs:dev')).toBe(0);
});

test('rebuild says that a bank debit counts from the day when it began', async () => {
  const session = await openSession(shop, 'bundle');
  await control(shop, 'pay', { session, method: 'bank' });
  await control(shop, 'settle', { session, outcome: 'succeeded' });
  await shop.redis.flushall();
  expect((await rebuild()).out).toMatch(/bank debit .*counts from the day when it began/);
});

const fieldsOf = async (session: string) =>
  (await shop.redis.hgetall<Record<string, unknown>>(`order:dev:${session}`)) ?? {};
const saleOf = async (session: string) =>
  (await fieldsOf(session))['sale'] as { buyer: string | null; paymentId: string };

test('forget removes the buyer once the number confirms, keeps the books, and nothing writes the buyer again', async () => {
  const [session, other] = [await buy(shop, 'bundle'), await buy(shop, 'bundle')];
  await bytesOf(await shop.call(await linkTo(shop, 'bundle', session)));
  const {
    version,
    receipt,
    'fetches:bundle': fetches,
    'fetched-at:bundle': fetchedAt,
    ...before
  } = await fieldsOf(session);
  expect([receipt, fetches, fetchedAt]).not.toContain(undefined);
  const sale = await saleOf(session);
  const ofBuyer = `buyer:dev:${sale.buyer}`;
  const all = await ordersIn(shop.redis);

  const number = orderNumberOf(session);
  const mistyped = await forget([sale.paymentId], `${number.slice(0, -1)}\n`);
  expect(mistyped).toMatchObject({ code: 1, err: 'Nothing changed.\n' });
  expect(await ordersIn(shop.redis)).toEqual(all);
  const { code, out, err } = await forget([sale.paymentId], `${number}\n`);
  expect([code, err]).toEqual([0, '']);
  const forgotten = { ...before, sale: { ...sale, buyer: null }, forgotten: 1 };
  expect(await fieldsOf(session)).toEqual({ ...forgotten, version: Number(version) + 1 });
  expect(await shop.redis.zrange(ofBuyer, 0, -1)).toEqual([other]);
  const after = await ordersIn(shop.redis);
  const changed = [ofBuyer, `order:dev:${session}`];
  expect(after).toEqual({ ...all, ...Object.fromEntries(changed.map((key) => [key, after[key]])) });
  for (const words of [
    'Removed: the scrambled email address',
    `https://dashboard.stripe.com/test/payments/${sale.paymentId}`,
    'Backups that were made before',
    `1 other order: ${orderNumberOf(other)}`,
  ]) {
    expect(out).toContain(words);
  }
  expect(out).not.toContain(session);

  // A refund makes the shop ask Stripe again, which knows the buyer.
  await control(shop, 'refund', { session });
  await expectStatus(shop, session, 'refunded');
  await shop.runSchedule();
  expect(await saleOf(session)).toMatchObject({ buyer: null, refunds: [{}] });
  const again = await forget([number, '--yes']);
  expect([again.code, again.out]).toEqual([0, expect.stringContaining('was forgotten before')]);
  expect(again.out).not.toContain('other order');
  expect(await shop.redis.zrange(ofBuyer, 0, -1)).toEqual([other]);
});

test('a buyer stays unsubscribed until the last of their orders is forgotten', async () => {
  const sessions = [await buy(shop, 'bundle'), await buy(shop, 'bundle')];
  const { buyer } = await saleOf(sessions[0] ?? '');
  const all = await shop.redis.zrange<string[]>(`buyer:dev:${buyer}`, 0, -1);
  expect(all).toEqual(expect.arrayContaining(sessions));
  await shop.redis.sadd('unsubscribed:dev', buyer, 'somebody else');
  for (const session of all) {
    expect(await shop.redis.sismember('unsubscribed:dev', buyer)).toBe(1);
    expect((await forget([session, '--yes'])).code).toBe(0);
  }
  expect(await shop.redis.smembers('unsubscribed:dev')).toEqual(['somebody else']);
  expect(JSON.stringify(await ordersIn(shop.redis))).not.toContain(buyer);
});

const NAMESAKES = [0, 1].map((at) => ({ id: `cs_test_${at}_same_end`, sale: saleFor(100 + at) }));

test.each([
  [
    ['same_end', '--yes'],
    ['2 orders match. Give the', ...NAMESAKES.map(({ id }) => orderNumberOf(id))],
  ],
  [[], ['Name the order']],
  [['jane@example.com', '--yes'], ['Name the order']],
  [['SPRING', '--yes'], ['Name the order']],
  [['AAAA-BBBB-CCCC', '--yes'], ['There’s no order AAAA-BBBB-CCCC']],
  [['pi_nobody', '--yes'], ['There’s no order pi_nobody']],
])('forget %j ends with 1: %j', async (args, says) => {
  await saveAll(NAMESAKES);
  const { code, out, err } = await forget(args);
  expect([code, out]).toEqual([1, '']);
  for (const words of says) expect(err).toContain(words);
});
