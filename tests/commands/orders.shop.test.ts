import { beforeEach, describe, expect, test, vi } from 'vitest';
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

describe('rebuild', () => {
  describe('of an emptied store', () => {
    let before: unknown;
    let emailsBefore: unknown;
    beforeEach(async () => {
      const refunded = await buy(shop, 'individual_guide_6_10');
      const partlyRefunded = await buy(shop, 'bundle');
      // Rebuild asks Stripe about five orders at once, and this shop has seven.
      for (let more = 1; more <= 4; more += 1) await buy(shop, 'bundle');
      await control(shop, 'refund', { session: partlyRefunded, amount: 1 });
      await control(shop, 'refund', { session: refunded });
      await expectStatus(shop, refunded, 'refunded');
      const pending = await openSession(shop, 'individual_guide_11_14');
      await control(shop, 'pay', { session: pending, method: 'bank' });
      await expectStatus(shop, pending, 'pending');
      await shop.runSchedule();
      before = await salesIn();
      emailsBefore = await shop.inbox();
      await shop.redis.flushall();
    });

    test('reads all orders from Stripe', async () => {
      const { code, out, err } = await rebuild();
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toContain('dev: 7 orders read from Stripe.\n');
      expect(await salesIn()).toEqual(before);
    });

    test('changes nothing if it runs again', async () => {
      await rebuild();
      expect((await rebuild()).out).toContain('dev: 7 orders read from Stripe.\n');
      expect(await salesIn()).toEqual(before);
    });

    test('sends no second receipt', async () => {
      await rebuild();
      await shop.runSchedule();
      expect(await shop.inbox()).toEqual(emailsBefore);
    });
  });

  test('reads the other orders if one cannot be read, and counts that one', async () => {
    await setFaults(shop, { webhooks: { hold: true } });
    const unreadable = await buy(shop, 'bundle');
    const readable = await buy(shop, 'bundle');
    await shop.redis.flushall();
    await shop.redis.hset(`order:dev:${unreadable}`, { sale: { from: 'another shop' } });
    const { code, out, err } = await rebuild();
    expect(code).toBe(1);
    expect(err).toMatch(/1 order couldn’t be read\. Run this/);
    expect(out).toContain('dev: 1 order read from Stripe');
    expect(await shop.redis.zscore('orders:dev', readable)).not.toBe(null);
  });

  test.each([
    { name: 'if Stripe fails', failure: '500', context: 'dev', says: 'Stripe didn’t respond' },
    {
      name: 'with a test key in a live context',
      failure: 'none',
      context: 'production-live',
      says: 'is a test key, which has no',
    },
  ] as const)('fails $name, and changes nothing', async ({ failure, context, says }) => {
    const before = await shop.redis.keys('*');
    shop.failStripe(failure);
    const { code, err } = await rebuild(context);
    shop.failStripe('none');
    expect(code).toBe(1);
    expect(err).toContain(says);
    expect(await shop.redis.keys('*')).toEqual(before);
  });

  test('enqueues no receipt with --without-receipts', async () => {
    await buy(shop, 'bundle');
    await shop.redis.flushall();
    const { code, out } = await runHere(rebuildOrders, {
      args: ['--context=dev', '--without-receipts'],
    });
    expect(code).toBe(0);
    expect(out).not.toContain('now sends');
    expect(await shop.redis.zcard('jobs:dev')).toBe(0);
  });

  test('says that a bank debit counts from the day when it began', async () => {
    const session = await openSession(shop, 'bundle');
    await control(shop, 'pay', { session, method: 'bank' });
    await control(shop, 'settle', { session, outcome: 'succeeded' });
    await shop.redis.flushall();
    expect((await rebuild()).out).toMatch(/bank debit .*counts from the day when it began/);
  });
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
  expect((await rebuild()).out).toMatch(/bank debit .*day it began/);
});

const fieldsOf = async (session: string) =>
  (await shop.redis.hgetall<Record<string, unknown>>(`order:dev:${session}`)) ?? {};
const saleOf = async (session: string) => (await fieldsOf(session))['sale'] as StoredSale;
const ordersOfBuyer = (buyer: string | null): Promise<string[]> =>
  shop.redis.zrange<string[]>(`buyer:dev:${buyer}`, 0, -1);

describe('forget', () => {
  let session = '';
  let other = '';
  let number = '';
  let sale: StoredSale;
  beforeEach(async () => {
    session = await buy(shop, 'bundle');
    other = await buy(shop, 'bundle');
    number = orderNumberOf(session);
    // Notes about the files.
    await bytesOf(await shop.call(await linkTo(shop, 'bundle', session)));
    sale = await saleOf(session);
  });

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
    'Earlier backups',
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
  expect([again.code, again.out]).toEqual([0, expect.stringContaining('already been forgotten')]);
  expect(again.out).not.toContain('other order');
  expect(await shop.redis.zrange(ofBuyer, 0, -1)).toEqual([other]);
});

const SAME_END = [
  { id: 'cs_test_0_same_end', sale: saleFor(100) },
  { id: 'cs_test_1_same_end', sale: saleFor(101) },
];

describe('forget fails', () => {
  test.each([
    { name: 'without an order', args: [], says: 'Name the order' },
    {
      name: 'with an email address',
      args: ['jane@example.com', '--yes'],
      says: 'Name the order',
    },
    { name: 'with a promotion code', args: ['SPRING', '--yes'], says: 'Name the order' },
    {
      name: 'with an unknown number',
      args: ['AAAA-BBBB-CCCC', '--yes'],
      says: 'There’s no order AAAA-BBBB-CCCC',
    },
    {
      name: 'with an unknown payment',
      args: ['pi_nobody', '--yes'],
      says: 'There’s no order pi_nobody',
    },
  ])('$name', async ({ args, says }) => {
    const { code, out, err } = await forget(args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(says);
  });

  test('with a reference that two orders have, and prints their numbers', async () => {
    await saveAll(SAME_END);
    const { code, out, err } = await forget(['same_end', '--yes']);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('2 orders match. Give the');
    for (const { id } of SAME_END) expect(err).toContain(orderNumberOf(id));
  });
});
