import { beforeEach, describe, expect, test, vi } from 'vitest';
import { nameOf, openAnnouncingShop } from './announcing.ts';

vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T18:00:00Z') });
const { shop, announcementMails, announce, buyAs, publish } = await openAnnouncingShop();
beforeEach(shop.empty);

const form = (body: string): RequestInit => ({ method: 'POST', body: new URLSearchParams(body) });
const ONE_CLICK = form('List-Unsubscribe=One-Click');
const UNSUBSCRIBE = form('announcements=none');
const SUBSCRIBE_AGAIN = form('announcements=again');

const sendAnnouncement = async (): Promise<void> => {
  await announce(await publish());
  await shop.runSchedule();
};

const announcementTo = async (name: string) => {
  const mail = (await announcementMails()).findLast((one) => nameOf(one) === name);
  if (!mail) throw new Error(`${name} got no announcement.`);
  return mail;
};

/** The path of the link in a reader's last announcement. */
const linkOf = async (name: string): Promise<string> => {
  const { headers } = await announcementTo(name);
  const url = headers['List-Unsubscribe']?.slice(1, -1) ?? '';
  return url.replace(shop.siteUrl, '');
};

/** Whether the next announcement reaches a buyer. */
const isReachedNext = async (name: string): Promise<boolean> => {
  const before = (await announcementMails()).length;
  await sendAnnouncement();
  return (await announcementMails()).slice(before).map(nameOf).includes(name);
};

const pageAt = async (link: string): Promise<string> => (await shop.call(link)).text();

let link = '';
beforeEach(async () => {
  await buyAs('one');
  await sendAnnouncement();
  link = await linkOf('one');
});

describe('the unsubscribe link', () => {
  test('is in the headers that make mail programs show an unsubscribe button', async () => {
    const { headers } = await announcementTo('one');
    expect(headers['List-Unsubscribe']).toMatch(/^<https?:[^<>]+>$/);
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  });

  test('is in the plain-text part', async () => {
    expect((await announcementTo('one')).text).toContain(link);
  });

  test('does not reveal the buyer’s address', () => {
    expect(decodeURIComponent(link)).not.toMatch(/@|one/);
  });

  test.each([
    { name: 'forged', change: (path: string) => path.slice(0, -1) + (path.endsWith('0') ? 1 : 0) },
    { name: 'cut off', change: (path: string) => path.slice(0, -1) },
    { name: 'missing its token', change: (path: string) => path.replace(/\?.*/, '') },
  ])('returns 404 for an unsubscribe link that is $name', async ({ change }) => {
    expect((await shop.call(change(link), ONE_CLICK)).status).toBe(404);
    expect(await isReachedNext('one')).toBe(true);
  });

  test('returns 503 for an unsubscribe link while Redis fails', async () => {
    shop.failRedis('500');
    expect((await shop.call(link, ONE_CLICK)).status).toBe(503);
  });
});

describe('a one-click request from a mail program', () => {
  test('unsubscribes the recipient of the email', async () => {
    expect((await shop.call(link, ONE_CLICK)).status).toBe(200);
    expect(await isReachedNext('one')).toBe(false);
  });

  test('unsubscribes no other buyer', async () => {
    await buyAs('two');
    await shop.call(link, ONE_CLICK);
    expect(await isReachedNext('two')).toBe(true);
  });

  test('unsubscribes a buyer through the old path in earlier emails', async () => {
    const earlierLink = link.replace('unsubscribe', 'stop-news');
    expect((await shop.call(earlierLink, ONE_CLICK)).status).toBe(200);
    expect(await isReachedNext('one')).toBe(false);
  });

  test('accepts a repeated one-click request', async () => {
    await shop.call(link, ONE_CLICK);
    expect((await shop.call(link, ONE_CLICK)).status).toBe(200);
    expect(await isReachedNext('one')).toBe(false);
  });

  test('does not unsubscribe the buyer for a GET request', async () => {
    await shop.call(link);
    expect(await isReachedNext('one')).toBe(true);
  });

  test('responds without a body to a HEAD request', async () => {
    const response = await shop.call(link, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });
});

describe('the unsubscribe page', () => {
  const UNSUBSCRIBE_BUTTON = 'value="none"';
  const SUBSCRIBE_BUTTON = 'value="again"';

  test('shows an unsubscribe button', async () => {
    expect(await pageAt(link)).toContain(UNSUBSCRIBE_BUTTON);
  });

  test('unsubscribes a buyer and then shows a subscribe button', async () => {
    await shop.call(link, UNSUBSCRIBE);
    expect(await pageAt(link)).toContain(SUBSCRIBE_BUTTON);
    expect(await isReachedNext('one')).toBe(false);
  });

  test('subscribes a buyer again and then shows an unsubscribe button', async () => {
    await shop.call(link, UNSUBSCRIBE);
    await shop.call(link, SUBSCRIBE_AGAIN);
    expect(await pageAt(link)).toContain(UNSUBSCRIBE_BUTTON);
    expect(await isReachedNext('one')).toBe(true);
  });

  test('unsubscribes a buyer who has subscribed again', async () => {
    await shop.call(link, UNSUBSCRIBE);
    await shop.call(link, SUBSCRIBE_AGAIN);
    await shop.call(link, UNSUBSCRIBE);
    expect(await isReachedNext('one')).toBe(false);
  });
});

test('sends a receipt to a buyer who has unsubscribed', async () => {
  await shop.call(link, ONE_CLICK);
  expect(await shop.mailsAbout(await buyAs('one'))).toHaveLength(1);
});
