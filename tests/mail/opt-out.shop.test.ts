import { expect, test, vi } from 'vitest';
import { stopToken } from '../../netlify/mail/opt-out.ts';
import { openAnnouncingShop } from './announcing.ts';

const shop = await openAnnouncingShop();
const SECRET = process.env['SIGNING_SECRET'];

const form = (body: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(body),
});
const ONE_CLICK = form({ 'List-Unsubscribe': 'One-Click' });

let parents = 0;
/** A buyer who has got an announcement, with it and the path in it that stops such emails. */
const newReader = async () => {
  const name = `parent-${(parents += 1)}`;
  await shop.buys(name);
  const address = `${name}@example.com`;
  await shop.announce(await shop.publish());
  const mail = (await shop.mails()).findLast(({ to }) => to === address);
  const [, link = ''] = /<([^>]+)>/.exec(mail?.headers['List-Unsubscribe'] ?? '') ?? [];
  const stop = link.replace(shop.siteUrl, '');
  return { name, address, mail, link, stop, page: async () => (await shop.call(stop)).text() };
};

/** Whom the announcement of the next edition reaches. */
const reachedNext = async (): Promise<string[]> => {
  const before = (await shop.mails()).length;
  await shop.announce(await shop.publish());
  return (await shop.mails()).slice(before).map(({ to }) => to);
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
    expect(await reachedNext()).toEqual([other.address]);
  }
  const session = await shop.buys(one.name);
  expect((await shop.mailsAbout(session)).map(({ to }) => to)).toEqual([one.address]);
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
  expect(await reader.page()).toContain('Unsubscribe');
  const stopped = await shop.call(reader.stop, form({ news: 'none' }));
  expect(await stopped.text()).toContain('Subscribe again');
  expect(await reachedNext()).toEqual([]);
  await shop.call(reader.stop, form({ news: 'again' }));
  expect(await reader.page()).toContain('Unsubscribe');
  expect(await reachedNext()).toEqual([reader.address]);
});

test('an email that waits already is not sent after the link was used', async () => {
  const reader = await newReader();
  const tell = await shop.ready(await shop.publish());
  shop.failMail('500');
  await tell();
  await shop.call(reader.stop, ONE_CLICK);
  shop.failMail('none');
  shop.pass(2);
  await shop.sendPortion();
  expect(await shop.reached()).toEqual([reader.name]);
});

const [BUYER, OTHER] = ['a'.repeat(32), 'f'.repeat(32)];
const TOKEN = stopToken(BUYER, SECRET);

test.each<readonly [what: string, query: string]>([
  ['missing', ''],
  ['in words', '?token=none'],
  ['cut short', `?token=${TOKEN.slice(0, -1)}`],
  ['without a signature', `?token=${BUYER}`],
  ['in capitals', `?token=${TOKEN.toUpperCase()}`],
  ['signed for another buyer', `?token=${BUYER}${stopToken(OTHER, SECRET).slice(32)}`],
  ['signed with another secret', `?token=${stopToken(BUYER, 'another secret, long enough')}`],
])('a token that is %s is refused without a call outside', async (_what, query) => {
  const before = shop.callsTo('redis');
  for (const init of [{}, ONE_CLICK]) {
    expect((await shop.call(`/api/stop-news${query}`, init)).status).toBe(404);
  }
  expect(shop.callsTo('redis')).toBe(before);
});

test('the page says where it cannot be saved, and a mail program tries again', async () => {
  shop.failRedis('500');
  const response = await shop.call(`/api/stop-news?token=${TOKEN}`, ONE_CLICK);
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('Please try again in a minute.');
});
