import { beforeEach, expect, test, vi } from 'vitest';
import { run } from '../../netlify/commands/rebuild.ts';
import { ordersIn } from '../shop/stored.ts';
import { buy, control, expectStatus, openSession } from '../shop/buying.ts';
import { openTestShop } from '../shop/shop.ts';
import { runHere } from './run-command.ts';

const shop = await openTestShop({ withMail: true });
beforeEach(() => void vi.spyOn(console, 'log').mockReturnValue());

const rebuild = () => runHere(run, { args: ['--context=dev'] });

/** All keys, without the shop's notes on orders. */
const salesIn = async () => {
  const all = await ordersIn(shop.redis);
  return Object.fromEntries(
    Object.entries(all).map(([key, value]) =>
      key.startsWith('order:') ? [key, (value as { sale: unknown }).sale] : [key, value],
    ),
  );
};

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
  const sessions = [await buy(shop, 'bundle'), await buy(shop, 'bundle')];
  const [broken = '', read = ''] = sessions;
  await shop.redis.flushall();
  await shop.redis.hset(`order:dev:${broken}`, { sale: { from: 'another shop' } });
  const { code, out, err } = await rebuild();
  expect([code, err]).toEqual([1, expect.stringMatching(/1 order couldn’t be read\. Run this/)]);
  expect(out).toMatch(/dev: \d orders read from Stripe/);
  expect(await shop.redis.zscore('orders:dev', read)).not.toBe(null);
});

test.each([
  ['if Stripe fails', '500', 'dev', 'Stripe didn’t respond'],
  ['with a test key in a live context', 'none', 'production-live', 'is a test key, which has no'],
] as const)('rebuild ends with 1 %s', async (_what, failure, context, says) => {
  const before = await shop.redis.keys('*');
  shop.failStripe(failure);
  const { code, err } = await runHere(run, { args: [`--context=${context}`] });
  shop.failStripe('none');
  expect([code, err]).toEqual([1, expect.stringContaining(says)]);
  expect(await shop.redis.keys('*')).toEqual(before);
});
