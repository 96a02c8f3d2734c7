import { expect, test } from 'vitest';
import { unsubscribeLink } from '../../netlify/mail/unsubscribe.ts';
import { nameOf, openAnnouncingShop, pass } from './announcing.ts';

const { shop, mails, reached, buys, publish, announce, runSchedule } = await openAnnouncingShop();

const form = (body: string): RequestInit => ({ method: 'POST', body: new URLSearchParams(body) });
const ONE_CLICK = form('List-Unsubscribe=One-Click');

/** A buyer who has got an announcement, and the link in it that stops such emails. */
const newReader = async (name: string) => {
  await buys(name);
  await announce(await publish());
  await runSchedule();
  const mail = (await mails()).findLast((one) => nameOf(one) === name);
  const [, link = ''] = /<([^>]+)>/.exec(mail?.headers['List-Unsubscribe'] ?? '') ?? [];
  const stop = link.replace(shop.siteUrl, '');
  return { mail, link, stop, page: async () => (await shop.call(stop)).text() };
};
const reachedNext = async (): Promise<string[]> => {
  const before = (await mails()).length;
  await announce(await publish());
  await runSchedule();
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
  const head = await shop.call(stop, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(await page()).toContain('Unsubscribe');
  await shop.call(stop, form('news=none'));
  expect(await page()).toContain('Subscribe again');
  await shop.call(stop, form('news=again'));
  expect(await page()).toContain('Unsubscribe');
  expect(await reachedNext()).toEqual(['one']);
});

test('an email that waits already is not sent after the link was used', async () => {
  const { stop } = await newReader('one');
  await announce(await publish());
  shop.failMail('500');
  await runSchedule();
  // Some mail programs send no form.
  expect((await shop.call(stop, { method: 'POST' })).status).toBe(200);
  shop.failMail('none');
  pass(10);
  await runSchedule();
  expect(await reached()).toEqual(['one']);
});

const tokenOf = (buyer: string): string =>
  new URL(unsubscribeLink(buyer)).searchParams.get('token') ?? '';

test('a forged token is refused without a call outside; where a right one cannot be saved, it says so', async () => {
  const [buyer, other] = ['a'.repeat(32), 'f'.repeat(32)];
  const token = tokenOf(buyer);
  const ofOther = buyer + tokenOf(other).slice(32);
  const use = (given: string, init: RequestInit) =>
    shop.call(`/api/unsubscribe?token=${given}`, init);
  const before = shop.callsTo('redis');
  for (const forged of ['', token.slice(0, -1), buyer, ofOther]) {
    for (const init of [{}, ONE_CLICK]) expect((await use(forged, init)).status, forged).toBe(404);
  }
  expect(shop.callsTo('redis')).toBe(before);
  shop.failRedis('500');
  const response = await use(token, ONE_CLICK);
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('Please try again in a minute.');
});

test('a link in an earlier email still works', async () => {
  const { stop } = await newReader('one');
  const earlier = stop.replace('/api/unsubscribe', '/api/stop-news');
  expect((await shop.call(earlier, ONE_CLICK)).status).toBe(200);
  expect(await reachedNext()).toEqual([]);
});
