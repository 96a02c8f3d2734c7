import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { stopToken } from '../../netlify/mail/opt-out.ts';
import { productOf } from '../catalogue.ts';
import { openTestShop } from '../shop/shop.ts';
import { announcingIn } from './announcing.ts';

const shop = await openTestShop({ withMail: true });
const announcing = await announcingIn(shop);
const GUIDE = productOf('guide-1').product_type;

beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  await shop.redis.flushdb();
});
afterAll(() => void vi.useRealTimers());

const form = (body: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(body),
});
const ONE_CLICK = form({ 'List-Unsubscribe': 'One-Click' });

let parents = 0;
/** A parent who was told of an edition, with the mail and the address in it that stops such mails. */
const told = async () => {
  const email = `parent-${(parents += 1)}@example.com`;
  await announcing.buyAs(email, GUIDE);
  await announcing.announce(await announcing.publish());
  const mine = async () => (await announcing.mails()).filter(({ to }) => to === email);
  const [mail] = await mine();
  if (!mail) throw new Error('no mail');
  const stop = /<(?<address>[^>]+)>/.exec(mail.headers['List-Unsubscribe'] ?? '')?.groups?.[
    'address'
  ];
  return { email, mine, mail, stop: (stop ?? '').replace(shop.siteUrl, '') };
};
/** Whether there is another mail with the next edition. */
const getsNext = async ({ mine }: Awaited<ReturnType<typeof told>>): Promise<boolean> => {
  const before = (await mine()).length;
  await announcing.announce(await announcing.publish());
  while ((await announcing.state()).news.some(({ state }) => state !== 'done')) {
    announcing.pass(1);
    await announcing.portion();
  }
  return (await mine()).length > before;
};

describe('each mail', () => {
  test('has what mail programs need for a button of their own, and a link that tells no address', async () => {
    const { mail, stop, email } = await told();
    expect(mail.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    expect(mail.headers['List-Unsubscribe']).toMatch(/^<http:\/\/[^<>, ]+>$/);
    expect(mail.text).toContain(stop);
    expect(decodeURIComponent(stop)).not.toMatch(new RegExp(`@|${email.split('@')[0]}`));
  });
});

describe('the link that stops news', () => {
  test('stops them by the press of a mail program, at once and for good', async () => {
    const parent = await told();
    expect(await getsNext(parent)).toBe(true);
    expect((await shop.call(parent.stop, ONE_CLICK)).status).toBe(200);
    expect((await shop.call(parent.stop, ONE_CLICK)).status).toBe(200);
    expect(await getsNext(parent)).toBe(false);
    expect(await getsNext(parent)).toBe(false);
  });

  test.each([
    ['multipart/form-data', { method: 'POST', body: new FormData() }],
    ['no body at all', { method: 'POST' }],
  ])('takes the press with %s too', async (_, press) => {
    const parent = await told();
    expect((await shop.call(parent.stop, press)).status).toBe(200);
    expect(await getsNext(parent)).toBe(false);
  });

  test('shows a page with a button, and changes nothing by being followed', async () => {
    const parent = await told();
    for (const method of ['GET', 'GET', 'HEAD']) {
      const response = await shop.call(parent.stop, { method });
      if (method === 'HEAD') continue;
      expect(response.status).toBe(200);
      const page = await response.text();
      expect(page).toContain('<form method="post">');
      expect(page).toContain('Unsubscribe');
    }
    expect(await getsNext(parent)).toBe(true);
  });

  test('offers the way back', async () => {
    const parent = await told();
    const stopped = await shop.call(parent.stop, form({ news: 'none' }));
    expect(await stopped.text()).toContain('Subscribe again');
    expect(await (await shop.call(parent.stop)).text()).toContain('Subscribe again');
    expect(await getsNext(parent)).toBe(false);
    await shop.call(parent.stop, form({ news: 'again' }));
    expect(await (await shop.call(parent.stop)).text()).toContain('Unsubscribe');
    expect(await getsNext(parent)).toBe(true);
  });

  test('counts for mails that wait already', async () => {
    const parent = await told();
    const before = (await parent.mine()).length;
    const announce = await announcing.ready(await announcing.publish());
    shop.failMail('500');
    await announce();
    await shop.call(parent.stop, ONE_CLICK);
    shop.failMail('none');
    announcing.pass(2);
    await announcing.portion();
    expect(await parent.mine()).toHaveLength(before);
  });

  test('is of one buyer, and stops no receipt', async () => {
    const [one, other] = [await told(), await told()];
    await shop.call(one.stop, ONE_CLICK);
    expect(await getsNext(other)).toBe(true);
    const session = await announcing.buyAs(one.email, GUIDE);
    const receipts = (await shop.inbox()).filter(({ text }) => text.includes(session));
    expect(receipts.map(({ to }) => to)).toEqual([one.email]);
  });

  test('that is not ours is refused, and asks nothing outside', async () => {
    const { stop } = await told();
    const token = new URLSearchParams(stop.split('?')[1]).get('token') ?? '';
    const other = stopToken('f'.repeat(32), process.env['SIGNING_SECRET'] ?? '');
    const forged = [
      '',
      'none',
      token.slice(0, -1),
      `${token}0`,
      token.slice(0, 32),
      token.toUpperCase(),
      // Of one buyer with the signature of another.
      token.slice(0, 32) + other.slice(32),
      stopToken(token.slice(0, 32), 'another secret, long enough for a shop'),
    ];
    const before = shop.callsTo('redis');
    for (const given of forged) {
      const address = `/api/stop-news?${new URLSearchParams({ token: given })}`;
      expect((await shop.call(address, ONE_CLICK)).status, given).toBe(404);
      expect((await shop.call(address)).status, given).toBe(404);
    }
    expect((await shop.call('/api/stop-news', ONE_CLICK)).status).toBe(404);
    expect(shop.callsTo('redis')).toBe(before);
  });

  test('works after a restart', async () => {
    const parent = await told();
    vi.resetModules();
    const { default: restarted } = await import('../../netlify/functions/opt-out.ts');
    const request = new Request(new URL(parent.stop, shop.siteUrl), ONE_CLICK);
    const response = await restarted(request, { params: {}, waitUntil: () => {} });
    expect(response.status).toBe(200);
    expect(await getsNext(parent)).toBe(false);
  });

  test('says so where it cannot be noted, and a mail program tries again', async () => {
    const parent = await told();
    vi.spyOn(console, 'error').mockReturnValue();
    shop.failRedis('500');
    const response = await shop.call(parent.stop, ONE_CLICK);
    shop.failRedis('none');
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('Please try again in a minute.');
  });
});
