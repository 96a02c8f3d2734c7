import { expect, test } from 'vitest';
import { openAnnouncingShop } from './announcing.ts';

const shop = await openAnnouncingShop();
const { buys, reached, sendPortion, setMailFaults, stateOf } = shop;

const NO_ANSWER = 'The email service isn’t responding.';
const waits = (queue: string) => shop.redis.zadd(queue, { score: 0, member: 'waiting' });

/** What goes wrong; what the owner reads; how many are emailed all the same. */
type Row = readonly [what: string, fail: () => unknown, says: string, sent?: number];

const expectWaits = async ([, fail, says, sent = 0]: Row): Promise<string> => {
  await buys('one');
  await buys('two', 'bundle');
  const edition = await shop.publish();
  const tell = await shop.ready(edition);
  await fail();
  await tell();
  expect((await stateOf(edition))?.waits).toMatch(new RegExp(`^${says}`));
  expect(await reached()).toHaveLength(sent);
  await shop.heal();
  await shop.redis.del('receipts:dev', 'finds:dev');
  return edition;
};

const expectDone = async (edition: string): Promise<void> => {
  await sendPortion();
  expect(await reached()).toEqual(['one', 'two']);
  expect(await stateOf(edition)).toMatchObject({ state: 'done', sent: 2, waits: null });
};

const ROWS: readonly Row[] = [
  ['the mail service is down', () => setMailFaults({ status: 503 }), NO_ANSWER],
  ['its key is refused', () => setMailFaults({ status: 401 }), 'The email service rejects the'],
  ['the answers are lost', () => setMailFaults({ cutOff: true }), NO_ANSWER, 2],
  ['an answer breaks off', () => shop.failMail('cut', 1), NO_ANSWER, 2],
  ['it asks for a break', () => setMailFaults({ status: 429 }), 'The email service asked us to'],
  ['Stripe, which knows the addresses, fails', () => shop.failStripe('500'), 'Stripe'],
  ['a receipt waits', () => waits('receipts:dev'), 'Receipts are waiting'],
  ['an email of find-purchase waits', () => waits('finds:dev'), 'Receipts are waiting'],
];

test.for(ROWS)(
  'while %s an announcement waits, says so and then reaches each once',
  async (row) => {
    const edition = await expectWaits(row);
    shop.pass(2);
    await expectDone(edition);
  },
);

const QUOTA = { status: 429, name: 'daily_quota_exceeded' };
const USED_UP: Row = ['the quota is used up', () => setMailFaults(QUOTA), 'You’ve used up today’s'];

test('where the emails of a day are used up an announcement asks again the next day', async () => {
  const edition = await expectWaits(USED_UP);
  const before = shop.callsTo('mail');
  shop.pass(5 * 60);
  await sendPortion();
  expect(shop.callsTo('mail')).toBe(before);
  shop.pass(60);
  await expectDone(edition);
});

test('an announcement continues after an outage of Redis', async () => {
  await buys('one');
  const tell = await shop.ready(await shop.publish());
  await setMailFaults({ status: 503 });
  await tell();
  await setMailFaults({});
  shop.failRedis('500');
  expect((await sendPortion()).status).toBe(204);
  shop.failRedis('none');
  await sendPortion();
  expect(await reached()).toEqual(['one']);
});
