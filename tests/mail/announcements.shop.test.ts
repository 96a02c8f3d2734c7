import { expect, test } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { SHARE_OF_DAY } from '../../netlify/mail/send-announcements.ts';
import { productOf } from '../catalogue.ts';
import { control, expectStatus } from '../shop/buying.ts';
import { expectProblem } from '../shop/problems.ts';
import { nameOf, openAnnouncingShop, pass, previewOf } from './announcing.ts';
import { subjectFor } from './mail-shop.ts';

const announcing = await openAnnouncingShop();
const { shop, owner, mails, reached, buys, publish, press, ready } = announcing;
const { announce, sendPortion, state, stateOf } = announcing;
const { setMailFaults } = shop;
const GUIDE = productOf('guide-1');

test('a preview goes to the owner alone, is marked and has the words, up to 500 characters', async () => {
  await buys('one');
  const edition = await publish();
  await press(previewOf(edition, { changes: 'Two <new> jars.' }));
  const [mail] = await shop.inbox();
  expect(mail).toMatchObject({
    to: 'owner@shop.example',
    subject: `[Preview] ${subjectFor('new-edition', GUIDE.name)}`,
    text: expect.stringContaining('Two <new> jars.'),
    html: expect.stringContaining('Two &lt;new&gt; jars.</p>'),
  });
  expect(await state()).toMatchObject({ previewTo: 'owner@shop.example', news: [] });
  expect(await mails()).toEqual([]);
  expect((await press(previewOf(edition, { changes: 'x'.repeat(500) }))).status).toBe(200);
  for (const more of [{ changes: 'x'.repeat(501) }, { to: 'stranger@example.com' }]) {
    await expectProblem(await press(previewOf(edition, more)), 400, 'invalid_request');
  }
});

test('no words reach buyers without a preview of them, and of the edition that buyers get', async () => {
  const edition = await publish();
  const { preview: sealed } = await (await press(previewOf(edition))).json();
  const forged = `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`;
  for (const preview of [forged, '']) {
    await expectProblem(await press({ action: 'tell', preview }), 400, 'invalid_request');
  }
  await publish();
  await expectProblem(await press(previewOf(edition)), 404, 'edition_not_found');
  const late = await press({ action: 'tell', preview: sealed });
  await expectProblem(late, 404, 'edition_not_found');
  expect((await state()).news).toEqual([]);
});

test('an edition is announced once, to who bought the guide or the bundle before it, and nobody else', async () => {
  await buys('one');
  await buys('twice');
  pass(1);
  const newest = await buys('Twice', 'bundle');
  await buys('all', 'bundle');
  await buys('other', 'guide-2');
  const refunded = await buys('refunded');
  await control(shop, 'refund', { session: refunded });
  await expectStatus(shop, refunded, 'refunded');
  const blocked = await orderNumber(await buys('blocked'));
  await owner.post(`/api/admin/orders/${blocked}`, { access: 'blocked' });
  await shop.redis.hset(`order:dev:${await buys('forgotten')}`, { buyer: '-' });
  await shop.redis.hdel(`order:dev:${await buys('unknown')}`, 'buyer');
  const edition = await publish();
  await buys('after');
  await announce(edition, { changes: ' Lesson 7 has\nnew figures. ' });
  await Promise.all([announce(edition), announce(edition, { changes: 'Other words.' })]);
  await sendPortion();
  expect((await state()).news).toHaveLength(1);
  expect(await reached()).toEqual(['Twice', 'all', 'one']);
  const sums = { state: 'done', buyers: 5, sent: 3, leftOut: 2, waits: null };
  expect(await stateOf(edition)).toMatchObject(sums);
  const mail = (await mails()).find((one) => nameOf(one) === 'Twice');
  expect(mail?.html).toContain(`${shop.siteUrl}/covers/${GUIDE.product_type}.png`);
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

test('an announcement of the bundle’s own file reaches who bought the bundle; the owner reads how many it can be at most', async () => {
  await buys('one');
  await buys('two', 'guide-2');
  await buys('all', 'bundle');
  expect(await state()).toMatchObject({ sendsMail: true, upTo: 3 });
  await announce(await publish('bundle'), { product: 'bundle' });
  expect(await reached()).toEqual(['all']);
});

test('an announcement that the owner stops, or that Redis interrupts, continues where it was', async () => {
  await buys('one');
  const edition = await publish();
  const tell = await ready(edition);
  await setMailFaults({ status: 429 });
  await tell();
  await setMailFaults({});
  expect((await press({ action: 'stop', edition })).status).toBe(200);
  pass(1);
  await sendPortion();
  expect([await reached(), (await stateOf(edition))?.state]).toEqual([[], 'stopped']);
  shop.failRedis('500');
  expect((await sendPortion()).status).toBe(204);
  shop.failRedis('none');
  await press({ action: 'resume', edition });
  expect(await reached()).toEqual(['one']);
  await press({ action: 'stop', edition });
  expect(await stateOf(edition)).toMatchObject({ state: 'done', sent: 1 });
});

const NO_ANSWER = 'The email service isn’t responding.';
const QUOTA = { status: 429, name: 'daily_quota_exceeded' };
const mailIs = (faults: object) => () => setMailFaults(faults);
const usesUpQuota = mailIs(QUOTA);
const hasWaiting = (queue: string) => () => shop.redis.zadd(queue, { score: 0, member: 'waiting' });

test.each<readonly [what: string, fail: () => unknown, says: string, sent: number]>([
  ['the mail service is down', mailIs({ status: 503 }), NO_ANSWER, 0],
  ['the answers are lost', mailIs({ cutOff: true }), NO_ANSWER, 2],
  ['it asks for a break', mailIs({ status: 429 }), 'The email service asked us to', 0],
  ['the quota of the day is used up', usesUpQuota, 'You’ve used up today’s', 0],
  ['Stripe, which knows the addresses, fails', () => shop.failStripe('500'), 'Stripe', 0],
  ['a receipt waits', hasWaiting('receipts:dev'), 'Receipts are waiting', 0],
  ['an email of find-purchase waits', hasWaiting('finds:dev'), 'Receipts are waiting', 0],
])(
  'while %s an announcement waits, says so and then reaches each once',
  async (_what, fail, says, sent) => {
    await buys('one');
    await buys('two', 'bundle');
    const edition = await publish();
    const tell = await ready(edition);
    await fail();
    await tell();
    expect((await stateOf(edition))?.waits).toMatch(new RegExp(`^${says}`));
    await shop.heal();
    await shop.redis.del('receipts:dev', 'finds:dev');
    expect(await reached()).toHaveLength(sent);
    pass(60);
    await sendPortion();
    // A quota is used up until the next day, six hours from here.
    expect(await reached()).toHaveLength(fail === usesUpQuota ? 0 : 2);
    pass(5 * 60);
    await sendPortion();
    expect(await reached()).toEqual(['one', 'two']);
    expect(await stateOf(edition)).toMatchObject({ state: 'done', sent: 2, waits: null });
  },
);

test('some forty emails of a day are kept for receipts', async () => {
  await setMailFaults({ perDay: 100 });
  for (const name of 'abcdef') await buys(name);
  const edition = await publish();
  // With the receipts and the preview that follows, two less than announcements may use.
  for (let used = 0; used < SHARE_OF_DAY - 9; used += 1) await press(previewOf(edition));
  await announce(edition);
  await sendPortion();
  expect(await reached()).toHaveLength(4);
  expect((await stateOf(edition))?.waits).toMatch(/are kept for receipts\.$/);
  await buys('late');
  expect((await shop.inbox())[0]?.to).toBe('late@example.com');
  pass(6 * 60);
  await sendPortion();
  expect(await stateOf(edition)).toMatchObject({ state: 'done', sent: 6 });
});

test('where no announcement is open, a portion asks Redis once, and nobody else', async () => {
  const before = shop.calls();
  await sendPortion();
  expect(shop.callsSince(before)).toEqual([1, 0, 0]);
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
