import { expect, test, vi } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { forgetBuyer } from '../../netlify/orders/notes.ts';
import { productOf } from '../catalogue.ts';
import { control, expectStatus } from '../shop/buying.ts';
import { expectProblem } from '../shop/problems.ts';
import { nameOf, openAnnouncingShop, pass } from './announcing.ts';
import { subjectFor } from './mail-shop.ts';

const announcing = await openAnnouncingShop();
const { shop, byOwner, mails, reached, buys, publish, press, previews, ready } = announcing;
const { announce, runSchedule, guides, progress } = announcing;
const { setMailFaults } = shop;
const GUIDE = productOf('guide-1');

/** When the next day begins, in UTC. */
const nextDay = (): string =>
  `${new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10)}T00:00:00.000Z`;

test('a preview goes to the owner alone, is marked and has the words, up to 500 characters', async () => {
  await buys('one');
  const edition = await publish();
  await previews(edition, 'Two <new> jars.');
  const [mail] = await shop.inbox();
  expect(mail).toMatchObject({
    to: 'owner@shop.example',
    subject: `[Preview] ${subjectFor('new-edition', GUIDE.name)}`,
    text: expect.stringContaining('Two <new> jars.'),
    html: expect.stringContaining('Two &lt;new&gt; jars.</p>'),
  });
  expect((await guides()).preview_to).toBe('owner@shop.example');
  expect(await progress()).toBeNull();
  expect(await mails()).toEqual([]);
  expect((await previews(edition, 'x'.repeat(500))).status).toBe(200);
  await expectProblem(await previews(edition, 'x'.repeat(501)), 400, 'invalid_request');
  const stranger = { action: 'preview', edition, changes: '', to: 'stranger@example.com' };
  await expectProblem(await press(stranger), 400, 'invalid_request');
});

test('no words reach buyers without a preview of them, of that guide and of the edition that buyers get', async () => {
  const edition = await publish();
  const { preview: sealed } = await (await previews(edition)).json();
  const forged = `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`;
  for (const preview of [forged, '']) {
    await expectProblem(await press({ action: 'begin', preview }), 400, 'invalid_request');
  }
  const other = await press({ action: 'begin', preview: sealed }, 'guide-2');
  await expectProblem(other, 400, 'invalid_request');
  await publish();
  await expectProblem(await previews(edition), 404, 'edition_not_found');
  const late = await press({ action: 'begin', preview: sealed });
  await expectProblem(late, 404, 'edition_not_found');
  expect(await progress()).toBeNull();
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
  await byOwner(`/api/admin/orders/${blocked}/access`, { access: 'blocked' });
  await forgetBuyer(await buys('forgotten'));
  await buys('again');
  const earlier = await buys('again');
  const edition = await publish();
  await buys('after');
  await buys('again', 'bundle');
  // Its order is then written anew, with the time of its sale.
  await control(shop, 'refund', { session: earlier });
  await expectStatus(shop, earlier, 'refunded');
  await announce(edition, ' Lesson 7 has\nnew figures. ');
  await Promise.all([announce(edition), announce(edition, 'Other words.')]);
  expect(await progress()).toMatchObject({ buyers: 6, left: 6, paused_until: null });
  await runSchedule();
  await runSchedule();
  expect(await reached()).toEqual(['Twice', 'all', 'one']);
  expect(await progress()).toMatchObject({ buyers: 6, left: 0 });
  const mail = (await mails()).find((one) => nameOf(one) === 'Twice');
  expect(mail?.html).toContain(`${shop.siteUrl}/covers/${GUIDE.product_type}.png`);
  for (const words of [
    `${shop.siteUrl}/guide-download?session_id=${newest}`,
    `Order MSK-${await orderNumber(newest)}`,
    'Lesson 7 has new figures.',
    '/api/unsubscribe?token=',
  ]) {
    expect(mail?.text).toContain(words);
    expect(mail?.html).toContain(words);
  }
});

test('the owner reads how many buyers an announcement reaches at most', async () => {
  await buys('one');
  await buys('two', 'guide-2');
  await buys('all', 'bundle');
  const buyers = (await guides()).products.map((product) => [product.id, product.buyers]);
  expect(Object.fromEntries(buyers)).toEqual({
    'guide-1': 2,
    'guide-2': 2,
    'guide-3': 1,
    bundle: 1,
  });
  await announce(await publish('bundle'), '', 'bundle');
  await runSchedule();
  expect(await reached()).toEqual(['all']);
});

test('an announcement that the owner stops reaches nobody else', async () => {
  await buys('one');
  const edition = await publish();
  await announce(edition);
  expect((await press({ action: 'stop', edition })).status).toBe(200);
  await announce(edition);
  await runSchedule();
  expect(await reached()).toEqual([]);
  expect(await progress()).toMatchObject({ buyers: 1, left: 0 });
});

const QUOTA = { status: 429, name: 'daily_quota_exceeded' };
const mailIs = (faults: object) => () => setMailFaults(faults);
const usesUpQuota = mailIs(QUOTA);

test.each<readonly [what: string, fail: () => unknown, sent: number]>([
  ['the mail service is down', mailIs({ status: 503 }), 0],
  ['the answers are lost', mailIs({ cutOff: true }), 2],
  ['it asks for a break', mailIs({ status: 429 }), 0],
  ['the quota of the day is used up', usesUpQuota, 0],
  ['Stripe, which knows the addresses, fails', () => shop.failStripe('500'), 0],
  ['Redis fails', () => shop.failRedis('500'), 0],
])('while %s an announcement waits, and then reaches each once', async (_what, fail, sent) => {
  await buys('one');
  await buys('two', 'bundle');
  await announce(await publish());
  await fail();
  await runSchedule();
  await shop.heal();
  expect(await reached()).toHaveLength(sent);
  pass(60);
  await runSchedule();
  // A quota is used up until the next day, six hours from here.
  const isPaused = fail === usesUpQuota;
  expect(await reached()).toHaveLength(isPaused ? 0 : 2);
  expect((await progress())?.paused_until).toBe(isPaused ? nextDay() : null);
  pass(5 * 60);
  await runSchedule();
  expect(await reached()).toEqual(['one', 'two']);
  expect(await progress()).toMatchObject({ left: 0, paused_until: null });
});

test('no announcement goes out while a receipt is due', async () => {
  await buys('one');
  await announce(await publish());
  await setMailFaults({ status: 503 });
  const session = await buys('late');
  await shop.redis.zadd('jobs:dev', { xx: true }, { score: 0, member: `receipt:${session}` });
  await runSchedule();
  await setMailFaults({});
  expect(await reached()).toEqual([]);
  pass(10);
  await runSchedule();
  expect(await shop.mailsAbout(session)).toHaveLength(1);
  expect(await reached()).toEqual(['one']);
});

test('a receipt that becomes due during an announcement goes before the rest of it', async () => {
  for (const name of 'abcdef') await buys(name);
  await announce(await publish());
  await setMailFaults({ status: 503, times: 1 });
  const session = await buys('late');
  const real = globalThis.fetch;
  let calls = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (new Request(input, init).url.endsWith('/emails') && (calls += 1) === 1) {
      await shop.redis.zadd('jobs:dev', { xx: true }, { score: 0, member: `receipt:${session}` });
    }
    return real(input, init);
  });
  await runSchedule();
  expect(await reached()).toHaveLength(4);
  pass(10);
  await runSchedule();
  vi.mocked(fetch).mockRestore();
  const subjects = (await shop.inbox()).slice(0, 3).map(({ to }) => to);
  expect(subjects.at(-1)).toBe('late@example.com');
  expect(await reached()).toHaveLength(6);
});

test.each([
  [55, 6],
  [56, 4],
])(
  'with %d of 100 emails used, a run announces to %d of six, and the rest of the day is for receipts',
  async (used, count) => {
    await setMailFaults({ perDay: 100 });
    for (const name of 'abcdef') await buys(name);
    const edition = await publish();
    const tell = await ready(edition);
    // Six receipts and the preview are sent already.
    for (let sent = 7; sent < used; sent += 1) await previews(edition);
    await tell();
    await runSchedule();
    expect(await reached()).toHaveLength(count);
    expect((await progress())?.paused_until ?? nextDay()).toBe(nextDay());
    await buys('late');
    expect((await shop.inbox())[0]?.to).toBe('late@example.com');
    pass(6 * 60);
    await runSchedule();
    expect(await progress()).toMatchObject({ left: 0 });
    expect(await reached()).toHaveLength(6);
  },
);

test('no address is kept, nor logged', async () => {
  const traces = await shop.tracesOf(async () => {
    await buys('secret');
    await announce(await publish());
    await setMailFaults({ status: 503, times: 1 });
    await runSchedule();
  });
  expect(traces).toContain('"asked"');
  expect(traces).not.toMatch(/secret@|@example/i);
});
