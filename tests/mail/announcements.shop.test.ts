import { beforeEach, expect, test, vi } from 'vitest';
import type { AnnouncementsResponse } from '../../src/contract/announcements.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { writeGuide } from '../../netlify/guides/blobs-guides.ts';
import { stopToken } from '../../netlify/mail/opt-out.ts';
import { SHARE_OF_DAY } from '../../netlify/mail/send-announcements.ts';
import { PRODUCTS, productOf } from '../catalogue.ts';
import { control, expectStatus } from '../shop/buying.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { openMailShop, subjectFor } from './mail-shop.ts';

/** Six hours before the next day, so that the owner's session of eight hours is still valid in it. */
const EVENING = new Date('2026-11-22T18:00:00Z');
vi.useFakeTimers({ toFake: ['Date'], now: EVENING });
const shop = await openMailShop({ ownerNews: 'none' });
const owner = await ownerClient(shop);
const { setMailFaults } = shop;

const GUIDE = productOf('guide-1');
const PATH = '/api/admin/edition-news';
const pass = (minutes: number): void => void vi.setSystemTime(Date.now() + minutes * 60_000);
/** The shop waits until a second has passed since its last batch of emails. It has passed already. */
const passSecond = (): void => pass(1 / 60);

const SUBJECTS = new Set(PRODUCTS.map(({ name }) => subjectFor('new-edition', name)));
const allMails = async () =>
  (await shop.inbox()).filter(({ subject }) => SUBJECTS.has(subject)).toReversed();
let earlier = 0;
const mails = async () => (await allMails()).slice(earlier);
const nameOf = ({ to }: { to: string }): string => to.split('@')[0] ?? '';
const reached = async (): Promise<string[]> => (await mails()).map(nameOf).toSorted();

beforeEach(async () => {
  vi.setSystemTime(EVENING);
  await shop.redis.flushdb();
  earlier = (await allMails()).length;
});

const buys = (name: string, product = 'guide-1'): Promise<string> =>
  shop.buyAs(`${name}@example.com`, productOf(product).product_type);

let editions = 0;
/** Makes a new edition what buyers get, a minute after everything before it. */
const publish = async (product = 'guide-1'): Promise<string> => {
  pass(1);
  const edition = { id: `edition-${(editions += 1)}`, since: new Date().toISOString() };
  await writeGuide(productOf(product).file_name, new ArrayBuffer(8), { edition });
  pass(1);
  return edition.id;
};
const press = (body: object): Promise<Response> => {
  passSecond();
  return owner.post(PATH, body);
};
const previewOf = (edition: string, more: object = {}) => ({
  action: 'preview',
  product: 'guide-1',
  edition,
  changes: '',
  ...more,
});
/** Shows the owner a preview, and answers the press that then announces the edition. */
const ready = async (edition: string, more: object = {}): Promise<() => Promise<Response>> => {
  const { preview } = await (await press(previewOf(edition, more))).json();
  return () => press({ action: 'tell', preview });
};
const announce = async (edition: string, more: object = {}): Promise<Response> =>
  (await ready(edition, more))();
const sendPortion = (): Promise<Response> => {
  passSecond();
  return shop.post('/.netlify/functions/send-announcements', {});
};
const state = async (): Promise<AnnouncementsResponse> => (await owner.call(PATH)).json();
const stateOf = async (edition: string) =>
  (await state()).news.find((one) => one.edition === edition);

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

// The numbers of the limit have http/limits.test.ts and http/rate-limits.shop.test.ts.
test('previews count as emails that the owner sends by hand', async () => {
  const edition = await publish();
  await press(previewOf(edition));
  const [count = ''] = await shop.redis.keys('limit:dev:owner-emails:total:*');
  await shop.redis.set(count, 1e9);
  await expectProblem(await press(previewOf(edition)), 429, 'rate_limited');
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

test('an announcement of the bundle’s own file reaches who bought the bundle; the owner reads how many they are', async () => {
  await buys('one');
  await buys('two', 'guide-2');
  await buys('all', 'bundle');
  const upTo = { 'guide-1': 2, 'guide-2': 2, 'guide-3': 1, bundle: 1 };
  expect(await state()).toMatchObject({ sendsMail: true, upTo });
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
const hasWaiting = (queue: string) => () => shop.redis.zadd(queue, { score: 0, member: 'waiting' });

test.each<readonly [what: string, fail: () => unknown, says: string, sent: number]>([
  ['the mail service is down', mailIs({ status: 503 }), NO_ANSWER, 0],
  ['the answers are lost', mailIs({ cutOff: true }), NO_ANSWER, 2],
  ['it asks for a break', mailIs({ status: 429 }), 'The email service asked us to', 0],
  ['the quota of the day is used up', mailIs(QUOTA), 'You’ve used up today’s', 0],
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
    pass(6 * 60);
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

const form = (body: string): RequestInit => ({ method: 'POST', body: new URLSearchParams(body) });
const ONE_CLICK = form('List-Unsubscribe=One-Click');

/** A buyer who has got an announcement, and the link in it that stops such emails. */
const newReader = async (name: string) => {
  await buys(name);
  await announce(await publish());
  const mail = (await mails()).findLast((one) => nameOf(one) === name);
  const [, link = ''] = /<([^>]+)>/.exec(mail?.headers['List-Unsubscribe'] ?? '') ?? [];
  const stop = link.replace(shop.siteUrl, '');
  return { mail, link, stop, page: async () => (await shop.call(stop)).text() };
};
const reachedNext = async (): Promise<string[]> => {
  const before = (await mails()).length;
  await announce(await publish());
  return (await mails()).slice(before).map(nameOf);
};

test('a mail program’s button stops the announcements to its reader, and nothing else', async () => {
  const { mail, link, stop } = await newReader('one');
  await newReader('other');
  expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  expect(mail?.text).toContain(link);
  expect(decodeURIComponent(stop)).not.toMatch(/@|one/);
  expect((await shop.call(stop, ONE_CLICK)).status).toBe(200);
  expect(await reachedNext()).toEqual(['other']);
  expect(await shop.mailsAbout(await buys('one'))).toHaveLength(1);
});

test('the link shows a page that changes nothing until its button is pressed, and back again', async () => {
  const { stop, page } = await newReader('one');
  await shop.call(stop, { method: 'HEAD' });
  expect(await page()).toContain('Unsubscribe');
  await shop.call(stop, form('news=none'));
  expect(await page()).toContain('Subscribe again');
  await shop.call(stop, form('news=again'));
  expect(await page()).toContain('Unsubscribe');
  expect(await reachedNext()).toEqual(['one']);
});

test('an email that waits already is not sent after the link was used', async () => {
  const { stop } = await newReader('one');
  const tell = await ready(await publish());
  shop.failMail('500');
  await tell();
  // Some mail programs send no form.
  expect((await shop.call(stop, { method: 'POST' })).status).toBe(200);
  shop.failMail('none');
  pass(2);
  await sendPortion();
  expect(await reached()).toEqual(['one']);
});

test('a forged token is refused without a call outside; where a right one cannot be saved, it says so', async () => {
  const secret = process.env['SIGNING_SECRET'];
  const [buyer, other] = ['a'.repeat(32), 'f'.repeat(32)];
  const token = stopToken(buyer, secret);
  const ofOther = buyer + stopToken(other, secret).slice(32);
  const byOther = stopToken(buyer, 'another secret, long enough');
  const use = (given: string, init: RequestInit) =>
    shop.call(`/api/stop-news?token=${given}`, init);
  const before = shop.callsTo('redis');
  for (const forged of ['', token.slice(0, -1), buyer, ofOther, byOther]) {
    for (const init of [{}, ONE_CLICK]) expect((await use(forged, init)).status, forged).toBe(404);
  }
  expect(shop.callsTo('redis')).toBe(before);
  shop.failRedis('500');
  const response = await use(token, ONE_CLICK);
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('Please try again in a minute.');
});
