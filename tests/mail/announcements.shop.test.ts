import { describe, expect, test } from 'vitest';
import { SHARE_OF_DAY } from '../../netlify/mail/send-announcements.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { productOf } from '../catalogue.ts';
import { control, expectStatus } from '../shop/buying.ts';
import { openAnnouncingShop } from './announcing.ts';
import { subjectFor } from './mail-shop.ts';

const shop = await openAnnouncingShop();
const { announce, buys, mails, publish, reached, sendPortion, setMailFaults, stateOf } = shop;

describe('an announcement reaches', () => {
  test('who bought the guide or the bundle before the edition, once each, and nobody else', async () => {
    await buys('one');
    await buys('twice');
    shop.pass(1);
    const newest = await buys('Twice', 'bundle');
    await buys('all', 'bundle');
    await buys('other', 'guide-2');
    const refunded = await buys('refunded');
    await control(shop, 'refund', { session: refunded });
    await expectStatus(shop, refunded, 'refunded');
    const blocked = await orderNumber(await buys('blocked'));
    await shop.owner.post(`/api/admin/orders/${blocked}`, { access: 'blocked' });
    await shop.redis.hset(`order:dev:${await buys('forgotten')}`, { buyer: '-' });
    await shop.redis.hdel(`order:dev:${await buys('unknown')}`, 'buyer');
    const edition = await publish();
    await buys('after');
    await announce(edition, { changes: ' Lesson 7 has\nnew figures. ' });
    await sendPortion();

    expect(await reached()).toEqual(['Twice', 'all', 'one']);
    const sums = { state: 'done', buyers: 5, sent: 3, leftOut: 2, waits: null };
    expect(await stateOf(edition)).toMatchObject(sums);
    const mail = (await mails()).find(({ to }) => to.startsWith('Twice'));
    const { name, product_type: type } = productOf('guide-1');
    expect(mail?.subject).toBe(subjectFor('new-edition', name));
    expect(mail?.html).toContain(`${shop.siteUrl}/covers/${type}.png`);
    for (const words of [
      `${shop.siteUrl}/guide-download?session_id=${newest}`,
      `Order number: ${await orderNumber(newest)}`,
      'Lesson 7 has new figures.',
      '/api/stop-news?token=',
    ]) {
      expect(mail?.text).toContain(words);
      expect(mail?.html).toContain(words);
    }
  });

  test('of the bundle’s own file, who bought the bundle; the owner reads how many they are', async () => {
    await buys('one');
    await buys('two', 'guide-2');
    await buys('all', 'bundle');
    const upTo = { 'guide-1': 2, 'guide-2': 2, 'guide-3': 1, bundle: 1 };
    expect(await shop.state()).toMatchObject({ sendsMail: true, upTo });
    await announce(await publish('bundle'), { product: 'bundle' });
    expect(await reached()).toEqual(['all']);
  });
});

test('the owner announces an edition once, however often and in whatever words', async () => {
  await buys('one');
  const edition = await publish();
  await Promise.all([announce(edition), announce(edition, { changes: 'Other words.' })]);
  await announce(edition);
  await sendPortion();
  expect(await reached()).toEqual(['one']);
  expect((await shop.state()).news).toHaveLength(1);
});

test('the owner stops it, and it continues where it was', async () => {
  await buys('one');
  const edition = await publish();
  const tell = await shop.ready(edition);
  await setMailFaults({ status: 429 });
  await tell();
  await setMailFaults({});
  expect((await shop.press({ action: 'stop', edition })).status).toBe(200);
  shop.pass(1);
  await sendPortion();
  expect(await reached()).toEqual([]);
  expect(await stateOf(edition)).toMatchObject({ state: 'stopped' });
  await shop.press({ action: 'resume', edition });
  expect(await reached()).toEqual(['one']);
  await shop.press({ action: 'stop', edition });
  expect(await stateOf(edition)).toMatchObject({ state: 'done', sent: 1 });
});

test('some forty emails of a day are kept for receipts', async () => {
  await setMailFaults({ perDay: 100 });
  for (const name of 'abcdef') await buys(name);
  const edition = await publish();
  // With the receipts and the preview that follows, two less than announcements may use.
  for (let used = 0; used < SHARE_OF_DAY - 9; used += 1) await shop.preview(edition);
  await announce(edition);
  await sendPortion();
  expect(await reached()).toHaveLength(4);
  expect((await stateOf(edition))?.waits).toMatch(/are kept for receipts\.$/);
  await buys('late');
  expect((await shop.inbox())[0]?.to).toBe('late@example.com');
  shop.pass(6 * 60);
  await sendPortion();
  expect(await stateOf(edition)).toMatchObject({ state: 'done', sent: 6 });
});

/** How often Redis, Stripe, Blobs and the mail service were asked. */
const askedBy = async (work: () => Promise<unknown>): Promise<number[]> => {
  const before = [...shop.calls(), shop.callsTo('mail')];
  await work();
  return [...shop.calls(), shop.callsTo('mail')].map((calls, at) => calls - (before[at] ?? 0));
};

test('a portion and the owner’s page ask for no more than they need', async () => {
  // Delivery events come in their own time, and would be counted too.
  await setMailFaults({ hold: true });
  await shop.controlMail('/_control/mail/flush', { method: 'POST' });
  expect(await askedBy(sendPortion), 'whether there is one to send').toEqual([1, 0, 0, 0]);
  expect(await askedBy(shop.state), 'sums and editions').toEqual([1, 0, 0, 0]);
  for (const name of 'abc') await buys(name);
  const tell = await shop.ready(await publish());
  shop.failMail('500');
  await tell();
  shop.failMail('none');
  expect(await askedBy(shop.state), 'and how far they are').toEqual([2, 0, 0, 0]);
  shop.pass(2);
  const [redis, ...others] = await askedBy(sendPortion);
  // What is open, how far it is, the turn; who is due, the claims, buyers and orders; that it is done, and the turn.
  expect(redis, 'and the end of each').toBeLessThanOrEqual(9 + 3);
  expect(others).toEqual([3, 0, 3]);
});

test('no address is kept, nor logged', async () => {
  const traces = await shop.tracesOf(async () => {
    await buys('secret');
    await setMailFaults({ status: 503, times: 1 });
    await announce(await publish());
  });
  expect(traces).toContain('"asked"');
  expect(traces).not.toMatch(/secret@|@example/i);
});
