import { beforeEach, expect, test, vi } from 'vitest';
import { run } from '../../netlify/commands/forget.ts';
import { numberOf } from '../../netlify/shop/words.ts';
import { ordersIn } from '../shop/stored.ts';
import { buy, control, expectStatus } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { saleFor, saveAll } from '../shop/seed.ts';
import { openTestShop } from '../shop/shop.ts';
import { runHere } from './run-command.ts';

const shop = await openTestShop({ withMail: true });

beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue();
  shop.failMail('none');
});

const forget = (args: readonly string[], typed = '') =>
  runHere(run, { args: ['--context=dev', ...args], typed });

const fieldsOf = async (session: string) =>
  (await shop.redis.hgetall<Record<string, unknown>>(`order:dev:${session}`)) ?? {};
const saleOf = async (session: string) =>
  (await fieldsOf(session))['sale'] as { buyer: string | null; paymentId: string };

const download = async (session: string): Promise<number> => {
  const response = await shop.call(await linkTo(shop, 'bundle', session));
  await response.arrayBuffer();
  return response.status;
};

test('forget removes the buyer once the number confirms, keeps the books, and nothing writes the buyer again', async () => {
  const [session, other] = [await buy(shop, 'bundle'), await buy(shop, 'bundle')];
  expect(await download(session)).toBe(200);
  const { version, receipt, 'fetched:bundle': fetched, ...before } = await fieldsOf(session);
  expect([receipt, fetched]).not.toContain(undefined);
  const sale = await saleOf(session);
  const ofBuyer = `buyer:dev:${sale.buyer}`;
  const all = await ordersIn(shop.redis);

  const number = numberOf(session);
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
    `1 other order: ${numberOf(other)}`,
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

test('it ends with 1 without an order, or if several match', async () => {
  const seeds = [0, 1].map((at) => ({ id: `cs_test_${at}_same_end`, sale: saleFor(100 + at) }));
  await saveAll(seeds);
  const several = await forget(['same_end', '--yes']);
  expect(several).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^2 orders match\. Give the/),
  });
  for (const { id } of seeds) expect(several.err).toContain(numberOf(id));
  const named = { code: 1, out: '', err: expect.stringMatching(/^Name the order.*\n$/) };
  expect(await forget([])).toMatchObject(named);
  expect(await forget(['jane@example.com', '--yes'])).toMatchObject(named);
  for (const query of ['AAAA-BBBB-CCCC', 'pi_nobody']) {
    const err = expect.stringContaining(`There’s no order ${query}`);
    expect(await forget([query, '--yes'])).toMatchObject({ code: 1, out: '', err });
  }
});
