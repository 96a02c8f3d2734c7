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
const { setOrdersContext } = await import('../../netlify/platform/redis.ts');
const { run: rebuildOrders } = await import('../../netlify/commands/rebuild.ts');
beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  await shop.empty();
});

const rebuild = (context = 'dev') => runHere(rebuildOrders, { args: [`--context=${context}`] });
const forget = (args: readonly string[], typed = '') =>
  runHere(forgetOrder, { args: ['--context=dev', ...args], typed });

/** The order data without the shop's notes. */
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
      // Rebuild reads five orders from Stripe at a time, and this shop has seven.
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

    test('changes nothing on a second run', async () => {
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

  test('reports an order that cannot be read and records the others', async () => {
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
      says: 'is a test key, which can’t read',
    },
  ] as const)('changes nothing $name', async ({ failure, context, says }) => {
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
    expect(out).not.toContain('will send');
    expect(await shop.redis.zcard('jobs:dev')).toBe(0);
  });

  test('says that the payment date of a bank debit is the day on which it was started', async () => {
    const session = await openSession(shop, 'bundle');
    await control(shop, 'pay', { session, method: 'bank' });
    await control(shop, 'settle', { session, outcome: 'succeeded' });
    await shop.redis.flushall();
    expect((await rebuild()).out).toMatch(/bank debit .*the day on which it was started/);
  });
});

type StoredSale = { readonly buyer: string | null; readonly paymentId: string };

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
    // Adds notes about downloads to the order.
    await bytesOf(await shop.call(await linkTo(shop, 'bundle', session)));
    sale = await saleOf(session);
  });

  test('changes nothing if the typed number is wrong', async () => {
    const before = await ordersIn(shop.redis);
    const result = await forget([sale.paymentId], `${number.slice(0, -1)}\n`);
    expect(result).toMatchObject({ code: 1, err: 'Nothing changed.\n' });
    expect(await ordersIn(shop.redis)).toEqual(before);
  });

  test('removes the order’s data about its buyer, receipt and downloads', async () => {
    const {
      version,
      receipt,
      'fetches:bundle': fetches,
      'fetched-at:bundle': fetchedAt,
      ...kept
    } = await fieldsOf(session);
    expect([receipt, fetches, fetchedAt]).not.toContain(undefined);
    const { code, err } = await forget([sale.paymentId], `${number}\n`);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(await fieldsOf(session)).toEqual({
      ...kept,
      sale: { ...sale, buyer: null },
      forgotten: 1,
      version: Number(version) + 1,
    });
  });

  test('removes the order from the buyer’s list of orders', async () => {
    await forget([number, '--yes']);
    expect(await ordersOfBuyer(sale.buyer)).toEqual([other]);
  });

  test('changes no other data', async () => {
    const before = await ordersIn(shop.redis);
    await forget([number, '--yes']);
    const changed = new Set([`buyer:dev:${sale.buyer}`, `order:dev:${session}`]);
    const unchanged = (all: Readonly<Record<string, unknown>>) =>
      Object.entries(all).filter(([key]) => !changed.has(key));
    expect(unchanged(await ordersIn(shop.redis))).toEqual(unchanged(before));
  });

  test('prints what was removed and what the owner still has to do', async () => {
    const { out } = await forget([number, '--yes']);
    expect(out).toContain('Removed: the scrambled email address');
    expect(out).toContain(`https://dashboard.stripe.com/test/payments/${sale.paymentId}`);
    expect(out).toContain('Earlier backups');
    expect(out).toContain(`1 other order: ${orderNumberOf(other)}`);
  });

  test.each([
    { context: 'production-live', page: 'https://dashboard.stripe.com/payments/' },
    { context: 'branch-deploy-live', page: 'https://dashboard.stripe.com/payments/' },
    { context: 'production', page: 'https://dashboard.stripe.com/test/payments/' },
  ])('links to the payment of an order in the context $context', async ({ context, page }) => {
    await shop.redis.rename(`order:dev:${session}`, `order:${context}:${session}`);
    await shop.redis.rename('names:dev', `names:${context}`);
    const { out } = await forget([number, '--yes', `--context=${context}`]);
    setOrdersContext('dev');
    expect(out).toContain(`${page}${sale.paymentId}`);
  });

  test('does not print the session id, which gives access to the files', async () => {
    const { out, err } = await forget([number, '--yes']);
    expect(out + err).not.toContain(session);
  });

  // A refund makes the shop read the session again, and Stripe still has the buyer's data.
  test.each([
    { name: 'a full refund', amount: undefined },
    { name: 'a partial refund', amount: 1 },
  ])('does not restore the buyer’s data after $name', async ({ amount }) => {
    await forget([number, '--yes']);
    await control(shop, 'refund', { session, amount });
    await shop.runSchedule();
    expect(await saleOf(session)).toMatchObject({ buyer: null, refunds: [{}] });
    expect(await ordersOfBuyer(sale.buyer)).toEqual([other]);
  });

  test('says on a second run that the buyer’s data was already removed', async () => {
    await forget([number, '--yes']);
    const again = await forget([number, '--yes']);
    expect(again.code).toBe(0);
    expect(again.out).toContain('already been removed');
    expect(again.out).not.toContain('other order');
    expect(await ordersOfBuyer(sale.buyer)).toEqual([other]);
  });

  describe('for a buyer who has unsubscribed', () => {
    beforeEach(() => shop.redis.sadd('unsubscribed:dev', sale.buyer, 'somebody else'));

    test('keeps the buyer unsubscribed while another order remains', async () => {
      await forget([number, '--yes']);
      expect(await shop.redis.sismember('unsubscribed:dev', sale.buyer)).toBe(1);
    });

    test('removes the buyer together with their last order', async () => {
      await forget([number, '--yes']);
      await forget([orderNumberOf(other), '--yes']);
      expect(await shop.redis.smembers('unsubscribed:dev')).toEqual(['somebody else']);
      expect(JSON.stringify(await ordersIn(shop.redis))).not.toContain(sale.buyer);
    });
  });
});

const SAME_END = [
  { id: 'cs_test_0_same_end', sale: saleFor(100) },
  { id: 'cs_test_1_same_end', sale: saleFor(101) },
];

describe('forget without exactly one matching order', () => {
  test.each([
    { name: 'a missing argument', args: [], says: 'Specify the order' },
    {
      name: 'an email address',
      args: ['jane@example.com', '--yes'],
      says: 'Specify the order',
    },
    { name: 'a promotion code', args: ['SPRING', '--yes'], says: 'Specify the order' },
    {
      name: 'an unknown order number',
      args: ['AAAA-BBBB-CCCC', '--yes'],
      says: 'There’s no order AAAA-BBBB-CCCC',
    },
    {
      name: 'an unknown payment id',
      args: ['pi_nobody', '--yes'],
      says: 'There’s no order pi_nobody',
    },
  ])('fails for $name and says why', async ({ args, says }) => {
    const { code, out, err } = await forget(args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(says);
  });

  test('fails for a reference that two orders share and prints their numbers', async () => {
    await saveAll(SAME_END);
    const { code, out, err } = await forget(['same_end', '--yes']);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('2 orders match. Run this command again with one of');
    for (const { id } of SAME_END) expect(err).toContain(orderNumberOf(id));
  });
});
