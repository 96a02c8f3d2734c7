import { beforeEach, expect, test, vi } from 'vitest';
import { numberOf } from '../../netlify/shop/words.ts';
import { ordersIn } from '../backup/contents.ts';
import { buy, control, expectStatus } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { openTestShop } from '../shop/shop.ts';
import { runCommand, runHere } from './run-command.ts';
import { run } from '../../netlify/commands/forget.ts';

const shop = await openTestShop({ withMail: true });

beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue();
  shop.failMail('none');
});

const forget = (args: readonly string[], typed = '') =>
  runHere(run, { args: ['--context=dev', ...args], typed });

const factsOf = async (session: string) =>
  (await shop.redis.hgetall<Record<string, string>>(`order:dev:${session}`)) ?? {};
const reconcile = () => shop.post('/.netlify/functions/reconcile', {});

const download = async (session: string): Promise<number> => {
  const response = await shop.call(await linkTo(shop, 'bundle', session));
  await response.arrayBuffer();
  return response.status;
};

test('what tells of the buyer is removed, the books stay, and nothing writes it again', async () => {
  const [session, other] = [await buy(shop, 'bundle'), await buy(shop, 'bundle')];
  await control(shop, 'refund', { session, amount: 100 });
  await expectStatus(shop, session, 'paid');
  expect(await download(session)).toBe(200);
  const before = await factsOf(session);
  const personal = ['mail:receipt', 'download:bundle', 'buyer'];
  expect(Object.keys(before)).toEqual(expect.arrayContaining(personal));
  const books = Object.entries(before).filter(([name]) => !personal.includes(name));
  const forgotten = { ...Object.fromEntries(books), buyer: '-' };
  const ofBuyer = `buyer:dev:${before['buyer']}`;
  const all = await ordersIn(shop.redis);

  const { code, out, err } = await forget([numberOf(session), '--yes']);
  expect([code, err]).toEqual([0, '']);
  const after = await ordersIn(shop.redis);
  expect(await factsOf(session)).toEqual(forgotten);
  expect(await shop.redis.zrange(ofBuyer, 0, -1)).toEqual([other]);
  const changed = [ofBuyer, `order:dev:${session}`];
  expect(after).toEqual({ ...all, ...Object.fromEntries(changed.map((key) => [key, after[key]])) });
  for (const words of [
    'link from it to this order',
    '1 note on emails',
    '1 note on when files were downloaded',
    `https://dashboard.stripe.com/test/payments/${before['intent']}`,
    'Backups that were made before',
    `1 other order: ${numberOf(other)}`,
  ]) {
    expect(out).toContain(words);
  }
  expect(out).not.toContain(session);

  // Whoever tells the shop of it again finds that it knows all.
  await shop.redis.del('reconciler:dev');
  await reconcile();
  expect(await download(session)).toBe(200);
  const again = await forget([numberOf(session), '--yes']);
  expect([again.code, again.out]).toEqual([0, expect.stringContaining('nothing left')]);
  expect(await factsOf(session)).toEqual(forgotten);
  expect(await shop.redis.zrange(ofBuyer, 0, -1)).toEqual([other]);
});

test('who wants no news stays so as long as another order is theirs, and is forgotten with the last', async () => {
  const sessions = [await buy(shop, 'bundle'), await buy(shop, 'bundle')];
  const { buyer } = await factsOf(sessions[0] ?? '');
  const all = await shop.redis.zrange<string[]>(`buyer:dev:${buyer}`, 0, -1);
  expect(all).toEqual(expect.arrayContaining(sessions));
  await shop.redis.sadd('no-news:dev', buyer, 'somebody else');
  for (const session of all) {
    expect(await shop.redis.sismember('no-news:dev', buyer)).toBe(1);
    expect((await forget([session, '--yes'])).code).toBe(0);
  }
  expect(await shop.redis.smembers('no-news:dev')).toEqual(['somebody else']);
  expect(JSON.stringify(await ordersIn(shop.redis))).not.toContain(buyer);
});

test('a receipt that waits is not sent any more', async () => {
  shop.failMail('500');
  const session = await buy(shop, 'bundle');
  expect(await shop.redis.zscore('receipts:dev', session)).not.toBe(null);
  expect((await forget([session, '--yes'])).code).toBe(0);
  shop.failMail('none');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  await reconcile();
  vi.useRealTimers();
  expect((await shop.inbox()).filter((mail) => mail.text.includes(session))).toEqual([]);
  expect(await shop.redis.zscore('receipts:dev', session)).toBe(null);
});

test('an order is found by its payment too, and its number asks for a confirmation', async () => {
  const session = await buy(shop, 'individual_guide_6_10');
  const { intent, buyer } = await factsOf(session);
  const number = numberOf(session);
  expect(await forget([intent ?? ''], `${number.slice(0, -1)}\n`)).toMatchObject({
    code: 1,
    err: 'Nothing changed.\n',
  });
  expect((await factsOf(session))['buyer']).toBe(buyer);
  expect((await forget([intent ?? ''], `${number}\n`)).code).toBe(0);
  expect((await factsOf(session))['buyer']).toBe('-');
});

test('without an order it ends with 1, in a process of its own', async () => {
  const err = expect.stringMatching(/^Name the order.*\n$/);
  expect(await runCommand('forget')).toEqual({ code: 1, out: '', err });
});

test.each([
  ['jane@example.com', 'Name the order'],
  ['AAAA-BBBB-CCCC', 'There’s no order AAAA-BBBB-CCCC'],
  ['pi_nobody', 'There’s no order pi_nobody'],
])('%s is no order', async (query, says) => {
  const err = expect.stringContaining(says);
  expect(await forget([query, '--yes'])).toMatchObject({ code: 1, out: '', err });
});
