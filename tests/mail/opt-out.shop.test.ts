import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stopToken } from '../../netlify/mail/opt-out.ts';
import { productOf } from '../catalogue.ts';
import { announcingIn } from './announcing.ts';
import { openMailShop } from './mail-shop.ts';

const shop = await openMailShop();
const announcing = await announcingIn(shop);
const GUIDE = productOf('guide-1').product_type;
const SECRET = process.env['SIGNING_SECRET'];

beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  await shop.redis.flushdb();
});

const form = (body: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(body),
});
const ONE_CLICK = form({ 'List-Unsubscribe': 'One-Click' });

let parents = 0;
/** A buyer who has got an announcement, with it and the path in it that stops such emails. */
const newReader = async () => {
  const email = `parent-${(parents += 1)}@example.com`;
  await shop.buyAs(email, GUIDE);
  await announcing.announce(await announcing.publish());
  const mine = async () => (await announcing.mails()).filter(({ to }) => to === email);
  const [mail] = await mine();
  const [, link = ''] = /<([^>]+)>/.exec(mail?.headers['List-Unsubscribe'] ?? '') ?? [];
  const stop = link.replace(shop.siteUrl, '');
  const page = async () => (await shop.call(stop)).text();
  return { email, mine, mail, link, stop, page };
};

/** Whether each of them gets an email about the next edition. */
const getNext = async (...readers: Awaited<ReturnType<typeof newReader>>[]) => {
  const counts = () => Promise.all(readers.map(async ({ mine }) => (await mine()).length));
  const before = await counts();
  await announcing.announce(await announcing.publish());
  const after = await counts();
  return after.map((count, at) => count > (before[at] ?? 0));
};

test('a mail program’s button stops the announcements to its reader for good, and nothing else', async () => {
  const [one, other] = [await newReader(), await newReader()];
  expect(one.mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  expect(one.mail?.headers['List-Unsubscribe']).toMatch(/^<http:\/\/[^<>, ]+>$/);
  expect(one.mail?.text).toContain(one.link);
  expect(decodeURIComponent(one.stop)).not.toMatch(/@|parent/);

  vi.resetModules(); // as after a deploy
  const { default: restarted } = await import('../../netlify/functions/opt-out.ts');
  const context = { params: {}, waitUntil: () => {} };
  for (const time of [1, 2]) {
    const response = await restarted(new Request(one.link, ONE_CLICK), context);
    expect(response.status, String(time)).toBe(200);
    expect(await getNext(one, other)).toEqual([false, true]);
  }
  const session = await shop.buyAs(one.email, GUIDE);
  expect((await shop.mailsAbout(session)).map(({ to }) => to)).toEqual([one.email]);
});

test.each<readonly [how: string, press: RequestInit]>([
  ['multipart/form-data', { method: 'POST', body: new FormData() }],
  ['no body at all', { method: 'POST' }],
])('a mail program’s button works with %s too', async (_how, press) => {
  const address = `/api/stop-news?token=${stopToken('a'.repeat(32), SECRET)}`;
  expect((await shop.call(address, press)).status).toBe(200);
  expect(await (await shop.call(address)).text()).toContain('Subscribe again');
});

test('the link shows a page that changes nothing until its button is pressed, and back again', async () => {
  const reader = await newReader();
  await shop.call(reader.stop, { method: 'HEAD' });
  expect(await reader.page()).toContain('<form method="post">');
  expect(await reader.page()).toContain('Unsubscribe');
  const stopped = await shop.call(reader.stop, form({ news: 'none' }));
  expect(await stopped.text()).toContain('Subscribe again');
  expect(await reader.page()).toContain('Subscribe again');
  expect(await getNext(reader)).toEqual([false]);
  await shop.call(reader.stop, form({ news: 'again' }));
  expect(await reader.page()).toContain('Unsubscribe');
  expect(await getNext(reader)).toEqual([true]);
});

test('an email that waits already is not sent after the link was used', async () => {
  const reader = await newReader();
  const announce = await announcing.ready(await announcing.publish());
  shop.failMail('500');
  await announce();
  await shop.call(reader.stop, ONE_CLICK);
  shop.failMail('none');
  announcing.pass(2);
  await announcing.portion();
  expect(await reader.mine()).toHaveLength(1);
});

describe('a token that the shop has not signed is refused without a call outside', () => {
  const [buyer, other] = ['a'.repeat(32), 'f'.repeat(32)];
  const token = stopToken(buyer, SECRET);
  test.each<readonly [what: string, token: string]>([
    ['of no length', ''],
    ['in words', 'none'],
    ['cut short', token.slice(0, -1)],
    ['with a digit more', `${token}0`],
    ['without a signature', buyer],
    ['in capitals', token.toUpperCase()],
    ['signed for another buyer', buyer + stopToken(other, SECRET).slice(32)],
    ['signed with another secret', stopToken(buyer, 'another secret, long enough for a shop')],
  ])('%s', async (_what, given) => {
    const before = shop.callsTo('redis');
    const address = `/api/stop-news?${new URLSearchParams({ token: given })}`;
    expect((await shop.call(address, ONE_CLICK)).status).toBe(404);
    expect((await shop.call(address)).status).toBe(404);
    expect(shop.callsTo('redis')).toBe(before);
  });

  test('that is missing', async () => {
    expect((await shop.call('/api/stop-news', ONE_CLICK)).status).toBe(404);
  });
});

test('the page says where it cannot be saved, and a mail program tries again', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  shop.failRedis('500');
  const address = `/api/stop-news?token=${stopToken('a'.repeat(32), SECRET)}`;
  const response = await shop.call(address, ONE_CLICK);
  shop.failRedis('none');
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('Please try again in a minute.');
});
