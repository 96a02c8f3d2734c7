import { beforeEach, expect, test, vi } from 'vitest';
import type { GuideFiles, GuideFilesResponse } from '../../src/contract/guide-files.ts';
import { findCurrentEdition } from '../../netlify/guides/guide-store.ts';
import { forgetBuyer } from '../../netlify/orders/forget.ts';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { fileNameOf, PRODUCTS, productOf } from '../catalog.ts';
import { control, expectStatus } from '../shop/buying.ts';
import { putEdition } from '../shop/downloading.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import type { Meet } from '../shop/runs.ts';
import { subjectOf } from '../shop/templates.ts';
import { openMailShop, pass } from '../shop/mail-shop.ts';

/** Six hours before the next day, so that the owner's session lasts into it. */
const EVENING = Date.parse('2026-11-22T18:00:00Z');
const SUBJECTS = new Set(PRODUCTS.map(({ name }) => subjectOf('new-edition', name)));
const GUIDE = productOf('guide-1');

const nameOf = ({ to }: { to: string }): string => to.split('@')[0] ?? '';

vi.useFakeTimers({ toFake: ['Date'], now: EVENING });
const shop = await openMailShop();
const { runSchedule, setMailFaults } = shop;
const owner = await ownerClient(shop);
let editions = 0;
beforeEach(async () => {
  vi.setSystemTime(EVENING);
  await shop.empty();
});

/** The announcements, the oldest first. */
const mails = async () =>
  (await shop.inbox()).filter(({ subject }) => SUBJECTS.has(subject)).toReversed();
const reached = async (): Promise<string[]> => (await mails()).map(nameOf).toSorted();
const buys = (name: string, product = 'guide-1'): Promise<string> =>
  shop.buyAs(`${name}@example.com`, productOf(product).product_type);
/** Makes a new edition current, a second after everything before it. What follows happens in the same second. */
const publish = async (product = 'guide-1'): Promise<string> => {
  pass(1 / 60);
  await putEdition({ bytes: new TextEncoder().encode(`Edition ${(editions += 1)}`), product });
  return (await findCurrentEdition(fileNameOf(product)))?.id ?? '';
};
const press = (body: object, product = 'guide-1'): Promise<Response> =>
  owner.post(`/api/admin/guides/${product}/announce`, body);
const previews = (edition: string, changes = '', product = 'guide-1'): Promise<Response> =>
  press({ action: 'preview', edition, changes }, product);
const begin = (preview: string, product?: string): Promise<Response> =>
  press({ action: 'begin', preview }, product);
const announce = async (edition: string, changes = '', product = 'guide-1'): Promise<Response> =>
  begin((await (await previews(edition, changes, product)).json()).preview, product);
/** Announces a new edition, and lets the schedule run. */
const announceNext = async (): Promise<void> => {
  await announce(await publish());
  await runSchedule();
};
const guides = async (): Promise<GuideFilesResponse> =>
  (await owner.call('/api/admin/guides')).json();
const progress = async (): Promise<GuideFiles['announcement']> =>
  (await guides()).products.find(({ id }) => id === 'guide-1')?.announcement ?? null;

test('a preview goes to the owner alone, with up to 500 characters of words', async () => {
  await buys('one');
  const edition = await publish();
  await previews(edition, 'Two <new> jars.');
  const [mail] = await shop.inbox();
  expect(mail).toMatchObject({
    to: 'owner@shop.example',
    subject: `[Preview] ${subjectOf('new-edition', GUIDE.name)}`,
    text: expect.stringContaining('Two <new> jars.'),
    html: expect.stringContaining('Two &lt;new&gt; jars.</p>'),
  });
  expect((await guides()).preview_to).toBe('owner@shop.example');
  expect([await progress(), await mails()]).toEqual([null, []]);
  expect((await previews(edition, 'x'.repeat(500))).status).toBe(200);
  await expectProblem(await previews(edition, 'x'.repeat(501)), 400, 'invalid_request');
});

test('keeps the line breaks of the owner’s text, up to an empty line', async () => {
  await previews(await publish(), '\n New: \r\n- two  jars\n\n\n\n- a chart\n');
  const [mail] = await shop.inbox();
  expect(mail?.text).toContain('New:\n- two jars\n\n- a chart');
  expect(mail?.html).toContain('New:<br />- two jars<br /><br />- a chart</p>');
});

test('sends buyers the line breaks that the owner has previewed', async () => {
  await buys('one');
  await announce(await publish(), 'New:\n- two jars');
  await runSchedule();
  const [mail] = await mails();
  expect(mail?.text).toContain('New:\n- two jars');
  expect(mail?.html).toContain('New:<br />- two jars');
});

test('an announcement needs a preview of its words, of that guide and of the current edition', async () => {
  const edition = await publish();
  const { preview: sealed } = await (await previews(edition)).json();
  const forged = `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`;
  for (const refused of [begin(forged), begin(''), begin(sealed, 'guide-2')]) {
    await expectProblem(await refused, 400, 'invalid_request');
  }
  await publish();
  for (const late of [previews(edition), begin(sealed)]) {
    await expectProblem(await late, 404, 'edition_not_found');
  }
  expect(await progress()).toBeNull();
});

test('an edition is announced once, to each buyer of the guide or the bundle before it', async () => {
  await buys('one');
  await buys('twice');
  pass(1);
  const newest = await buys('Twice', 'bundle');
  await buys('all', 'bundle');
  await buys('other', 'guide-2');
  const refunded = await buys('refunded');
  await control(shop, 'refund', { session: refunded });
  await expectStatus(shop, refunded, 'refunded');
  const blocked = orderNumberOf(await buys('blocked'));
  await owner.post(`/api/admin/orders/${blocked}/access`, { access: 'blocked' });
  await forgetBuyer(await buys('forgotten'));
  await buys('again');
  const written = await buys('again');
  const edition = await publish();
  await buys('after');
  await buys('again', 'bundle');
  // A refund writes the earlier order again.
  await control(shop, 'refund', { session: written });
  await expectStatus(shop, written, 'refunded');
  await announce(edition, ' Lesson 7 has  new figures. ');
  await Promise.all([announce(edition), announce(edition, 'Other words.')]);
  expect(await progress()).toMatchObject({ buyers: 6, left: 6, emailed: 0, paused_until: null });
  await runSchedule();
  await runSchedule();
  expect(await reached()).toEqual(['Twice', 'all', 'one']);
  expect(await progress()).toMatchObject({ buyers: 6, left: 0, emailed: 3 });
  const mail = (await mails()).find((one) => nameOf(one) === 'Twice');
  expect(mail?.html).toContain(`${shop.siteUrl}/covers/${GUIDE.product_type}.png`);
  for (const words of [
    `${shop.siteUrl}/guide-download?session_id=${newest}`,
    orderNumberOf(newest),
    'Lesson 7 has new figures.',
    '/api/unsubscribe?token=',
  ]) {
    expect(mail?.text).toContain(words);
    expect(mail?.html).toContain(words);
  }
});

test('an announcement of the bundle reaches only its buyers, and a stopped one reaches nobody', async () => {
  await buys('one');
  await buys('all', 'bundle');
  await announce(await publish('bundle'), '', 'bundle');
  await runSchedule();
  expect(await reached()).toEqual(['all']);
  const edition = await publish();
  await announce(edition);
  expect((await press({ action: 'stop', edition })).status).toBe(200);
  await announce(edition);
  await runSchedule();
  expect(await reached()).toEqual(['all']);
  expect(await progress()).toMatchObject({ buyers: 2, left: 0, emailed: 0 });
});

test('an announcement does not reach a buyer who has withdrawn', async () => {
  const { catalog } = await import('../../netlify/shop/catalog.ts');
  const { checkout } = catalog;
  Object.assign(catalog, { checkout: { withdrawal: true } });
  const session = await buys('one');
  await shop.call(`/api/withdraw?session_id=${session}`, { method: 'POST' });
  Object.assign(catalog, { checkout });
  await announceNext();
  expect(await reached()).toEqual([]);
});

// As after a change of BUYER_SECRET, in stores of an earlier version.
test('an announcement reaches a buyer once who is also indexed under another hash', async () => {
  const session = await buys('one');
  const earlier = 'f'.repeat(32);
  for (const [key, member] of [
    [`buyer:dev:${earlier}`, session],
    [`product:dev:${GUIDE.product_type}`, earlier],
  ] as const) {
    await shop.redis.zadd(key, { score: 1, member });
  }
  await announceNext();
  expect(await reached()).toEqual(['one']);
});

test('says nothing about the number of emails of an announcement that began without a count', async () => {
  await buys('one');
  const edition = await publish();
  await announce(edition);
  await shop.redis.hdel(`announced:dev:${edition}`, 'emailed');
  await runSchedule();
  expect(await reached()).toEqual(['one']);
  expect(await progress()).toMatchObject({ buyers: 1, left: 0, emailed: null });
});

test('a stopped announcement leaves no data about its emails', async () => {
  await buys('one');
  const edition = await publish();
  await announce(edition);
  await setMailFaults({ status: 503 });
  await runSchedule();
  expect(await shop.redis.keys('job:dev:edition:*')).toHaveLength(1);
  await press({ action: 'stop', edition });
  expect(await shop.redis.keys('job:dev:edition:*')).toEqual([]);
});

const NEXT_DAY = '2026-11-23T00:00:00.000Z';
const useUpQuota = (quota: string) => () =>
  setMailFaults({ status: 429, name: `${quota}_quota_exceeded` });

test.each<readonly [what: string, fail: () => unknown, sent: number, sentInAnHour: number]>([
  ['the answers are lost', () => setMailFaults({ cutOff: true }), 2, 2],
  ['the quota of the day is used up', useUpQuota('daily'), 0, 0],
  ['the quota of the month is used up', useUpQuota('monthly'), 0, 0],
  ['Stripe fails, which has the addresses', () => shop.failStripe('500'), 0, 2],
])('while %s an announcement waits, and then reaches each once', async (...row) => {
  const [, fail, sent, sentInAnHour] = row;
  await buys('one');
  await buys('two', 'bundle');
  await announce(await publish());
  await fail();
  await runSchedule();
  await shop.heal();
  expect(await reached()).toHaveLength(sent);
  pass(60);
  await runSchedule();
  expect(await reached()).toHaveLength(sentInAnHour);
  expect((await progress())?.paused_until).toBe(sentInAnHour === 0 ? NEXT_DAY : null);
  pass(5 * 60); // the next day
  await runSchedule();
  expect(await reached()).toEqual(['one', 'two']);
  expect(await progress()).toMatchObject({ left: 0, emailed: 2, paused_until: null });
});

test('a receipt that becomes due during an announcement is sent before the rest of it', async () => {
  for (const name of 'abcdef') await buys(name);
  await announce(await publish());
  await setMailFaults({ status: 503, times: 1 });
  const member = `receipt:${await buys('late')}`;
  let emails = 0;
  const makeDue: Meet = async (_call, send, { url }) => {
    if (url.endsWith('/emails') && (emails += 1) === 1) {
      await shop.redis.zadd('jobs:dev', { xx: true }, { score: 0, member });
    }
    return send();
  };
  await shop.runOnce(runSchedule, makeDue);
  expect(await reached()).toHaveLength(6);
  const newestSix = (await shop.inbox()).slice(0, 6).map(nameOf);
  expect(newestSix.at(-1)).toBe('late');
});

test.each([
  [55, 5],
  [56, 4],
])(
  'with %d of 100 emails used, a run announces to %d of six, and the rest of the day is for receipts',
  async (alreadyUsed, count) => {
    for (const name of 'abcdef') await buys(name);
    await announce(await publish());
    let used = alreadyUsed;
    await shop.runOnce(runSchedule, async (_call, send, { url }) => {
      const response = await send();
      if (url.endsWith('/emails')) response.headers.set('x-resend-daily-quota', `${(used += 1)}`);
      return response;
    });
    expect(await reached()).toHaveLength(count);
    expect((await progress())?.paused_until ?? NEXT_DAY).toBe(NEXT_DAY);
    expect(await shop.mailsAbout(await buys('late'))).toHaveLength(1);
    pass(6 * 60);
    await runSchedule();
    expect(await progress()).toMatchObject({ left: 0 });
    expect(await reached()).toHaveLength(6);
  },
);

const form = (body: string): RequestInit => ({ method: 'POST', body: new URLSearchParams(body) });
const ONE_CLICK = form('List-Unsubscribe=One-Click');

/** The path of a reader's link in the last announcement. */
const linkOf = async (name: string): Promise<string> => {
  const mail = (await mails()).findLast((one) => nameOf(one) === name);
  expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const [, link = ''] = /^<([^>]+)>$/.exec(mail?.headers['List-Unsubscribe'] ?? '') ?? [];
  expect(mail?.text).toContain(link);
  return link.replace(shop.siteUrl, '');
};

test('the link that ends announcements works for its reader alone, by a mail program and by its page', async () => {
  for (const name of ['one', 'two', 'back']) await buys(name);
  await announceNext();
  const [one, two, back] = [await linkOf('one'), await linkOf('two'), await linkOf('back')];
  expect(decodeURIComponent(one)).not.toMatch(/@|one/);
  const forged = back.slice(0, -1) + (back.endsWith('0') ? '1' : '0');
  expect((await shop.call(forged, ONE_CLICK)).status).toBe(404);
  // Links in earlier emails have another path.
  for (const address of [one, two.replace('unsubscribe', 'stop-news')]) {
    expect((await shop.call(address, ONE_CLICK)).status).toBe(200);
  }
  // A GET changes nothing, and a HEAD has no body.
  const page = async () => (await shop.call(back)).text();
  expect(await (await shop.call(back, { method: 'HEAD' })).text()).toBe('');
  expect(await page()).toContain('value="none"');
  await shop.call(back, form('announcements=none'));
  expect(await page()).toContain('value="again"');
  await shop.call(back, form('announcements=again'));
  await announceNext();
  expect((await mails()).slice(3).map(nameOf)).toEqual(['back']);
  // Receipts still come.
  expect(await shop.mailsAbout(await buys('one'))).toHaveLength(1);
  shop.failRedis('500');
  expect((await shop.call(back, ONE_CLICK)).status).toBe(503);
});
