import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetBuyer } from '../../netlify/orders/forget.ts';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { centsOf, productOf } from '../catalog.ts';
import { control, expectStatus } from '../shop/buying.ts';
import { pass } from '../shop/mail-shop.ts';
import { openAnnouncingShop } from './announcing.ts';

const GUIDE = productOf('guide-1');

vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T18:00:00Z') });
const { shop, owner, announcementMails, announce, buyAs, progress, publish, reached, stop } =
  await openAnnouncingShop();
const { runSchedule } = shop;
const { catalog } = await import('../../netlify/shop/catalog.ts');
beforeEach(shop.empty);

const refund = async (session: string, amount?: number): Promise<void> => {
  await control(shop, 'refund', { session, amount });
  await expectStatus(shop, session, amount === undefined ? 'refunded' : 'paid');
};

const dispute = async (session: string): Promise<void> => {
  await control(shop, 'dispute', { session });
  await expectStatus(shop, session, 'disputed');
};

const setAccess = async (session: string, access: 'blocked' | 'open'): Promise<void> => {
  const path = `/api/admin/orders/${orderNumberOf(session)}/access`;
  expect((await owner.post(path, { access })).status).toBe(200);
};

const announceAndSend = async (edition: string): Promise<void> => {
  await announce(edition);
  await runSchedule();
};

describe('an announcement of a guide', () => {
  test('sends an announcement to a buyer of the guide', async () => {
    await buyAs('one');
    await announceAndSend(await publish());
    expect(await reached()).toEqual(['one']);
  });

  test('sends an announcement to a buyer of the bundle', async () => {
    await buyAs('one', 'bundle');
    await announceAndSend(await publish());
    expect(await reached()).toEqual(['one']);
  });

  test('sends one announcement to a buyer with several orders, at the newest order’s address', async () => {
    await buyAs('one');
    pass(1);
    await buyAs('One', 'bundle');
    await announceAndSend(await publish());
    expect(await reached()).toEqual(['One']);
  });

  test('sends no announcement to a buyer of another guide', async () => {
    await buyAs('one', 'guide-2');
    await announceAndSend(await publish());
    expect(await reached()).toEqual([]);
  });

  test.each([
    {
      name: 'sends an announcement to the buyer of a partly refunded order',
      change: (session: string) => refund(session, centsOf('guide-1') - 1),
      expected: ['one'],
    },
    {
      name: 'sends no announcement to the buyer of a refunded order',
      change: (session: string) => refund(session),
      expected: [],
    },
    {
      name: 'sends no announcement to the buyer of a disputed order',
      change: dispute,
      expected: [],
    },
    {
      name: 'sends no announcement to the buyer of a blocked order',
      change: (session: string) => setAccess(session, 'blocked'),
      expected: [],
    },
    {
      name: 'sends an announcement to the buyer of an order that the owner unblocked',
      change: async (session: string) => {
        await setAccess(session, 'blocked');
        await setAccess(session, 'open');
      },
      expected: ['one'],
    },
    { name: 'sends no announcement to a forgotten buyer', change: forgetBuyer, expected: [] },
  ])('$name', async ({ change, expected }) => {
    await change(await buyAs('one'));
    await announceAndSend(await publish());
    expect(await reached()).toEqual(expected);
  });

  test('sends no announcement to a buyer who bought the new edition', async () => {
    const edition = await publish();
    await buyAs('after');
    await announceAndSend(edition);
    expect(await reached()).toEqual([]);
  });

  test('sends no announcement to an earlier buyer who also bought the new edition', async () => {
    const earlierOrder = await buyAs('one');
    await buyAs('one');
    const edition = await publish();
    await buyAs('one', 'bundle');
    // Because of the refund, the earlier order is saved after the later one.
    await refund(earlierOrder);
    await announceAndSend(edition);
    expect(await reached()).toEqual([]);
  });

  // A store from an earlier version of the shop looks like this after BUYER_SECRET has changed.
  test('sends an announcement only once to a buyer who is indexed under two hashes', async () => {
    const session = await buyAs('one');
    const earlierHash = 'f'.repeat(32);
    await shop.redis.zadd(`buyer:dev:${earlierHash}`, { score: 1, member: session });
    await shop.redis.zadd(`product:dev:${GUIDE.product_type}`, { score: 1, member: earlierHash });
    await announceAndSend(await publish());
    expect(await reached()).toEqual(['one']);
  });

  describe('in a shop with a withdrawal button', () => {
    const { checkout } = catalog;
    beforeEach(() => void Object.assign(catalog, { checkout: { withdrawal: true } }));
    afterEach(() => void Object.assign(catalog, { checkout }));

    test('sends no announcement to a buyer who has withdrawn from the order', async () => {
      const session = await buyAs('one');
      await shop.call(`/api/withdraw?session_id=${session}`, { method: 'POST' });
      await announceAndSend(await publish());
      expect(await reached()).toEqual([]);
    });
  });
});

test('sends an announcement of the bundle only to buyers of the bundle', async () => {
  await buyAs('one');
  await buyAs('all', 'bundle');
  await announce(await publish('bundle'), { product: 'bundle' });
  await runSchedule();
  expect(await reached()).toEqual(['all']);
});

const receiveAnnouncement = async () => {
  const session = await buyAs('one', 'bundle');
  await announce(await publish(), { changes: ' Lesson 7 has  new figures. ' });
  await runSchedule();
  const [mail] = await announcementMails();
  if (!mail) throw new Error('There is no announcement.');
  return { session, mail };
};

describe('an announcement email', () => {
  test.each([
    {
      name: 'the link to the files',
      expectedIn: (session: string) => `${shop.siteUrl}/guide-download?session_id=${session}`,
    },
    { name: 'the order number', expectedIn: (session: string) => orderNumberOf(session) },
    { name: 'the owner’s text', expectedIn: () => 'Lesson 7 has new figures.' },
    { name: 'the unsubscribe link', expectedIn: () => '/api/unsubscribe?token=' },
  ])(
    'includes $name in the HTML and plain-text parts of an announcement',
    async ({ expectedIn }) => {
      const { session, mail } = await receiveAnnouncement();
      expect(mail.text).toContain(expectedIn(session));
      expect(mail.html).toContain(expectedIn(session));
    },
  );

  test('shows the guide’s cover', async () => {
    const { mail } = await receiveAnnouncement();
    expect(mail.html).toContain(`${shop.siteUrl}/covers/${GUIDE.product_type}.png`);
  });
});

describe('the progress of an announcement', () => {
  test('counts the recipients of an announcement before its first email', async () => {
    await buyAs('one');
    await buyAs('two', 'bundle');
    await announce(await publish());
    expect(await progress()).toEqual({ buyers: 2, left: 2, emailed: 0, paused_until: null });
  });

  test('counts an email only if it was sent', async () => {
    await buyAs('one');
    await setAccess(await buyAs('blocked'), 'blocked');
    await announce(await publish());
    await runSchedule();
    expect(await progress()).toEqual({ buyers: 2, left: 0, emailed: 1, paused_until: null });
  });

  test('shows no email count if none was stored when the announcement began', async () => {
    await buyAs('one');
    const edition = await publish();
    await announce(edition);
    await shop.redis.hdel(`announced:dev:${edition}`, 'emailed');
    await runSchedule();
    expect(await progress()).toMatchObject({ buyers: 1, left: 0, emailed: null });
  });
});

describe('an edition that the owner announces twice', () => {
  test('announces an edition once, with the text of the first request', async () => {
    await buyAs('one');
    const edition = await publish();
    await announce(edition, { changes: 'The first text.' });
    await announce(edition, { changes: 'Another text.' });
    await runSchedule();
    const mails = await announcementMails();
    expect(mails.map(({ text }) => text.includes('The first text.'))).toEqual([true]);
  });

  test('announces an edition once if two requests arrive at the same time', async () => {
    await buyAs('one');
    const edition = await publish();
    await Promise.all([announce(edition), announce(edition)]);
    await runSchedule();
    expect(await reached()).toEqual(['one']);
    expect(await progress()).toMatchObject({ buyers: 1, emailed: 1 });
  });

  test('does not announce an edition again once its emails are sent', async () => {
    await buyAs('one');
    const edition = await publish();
    await announce(edition);
    await runSchedule();
    await announce(edition, { changes: 'Another text.' });
    expect(await progress()).toMatchObject({ left: 0, emailed: 1 });
    await runSchedule();
    expect(await reached()).toEqual(['one']);
  });
});

describe('a stopped announcement', () => {
  test('sends no email for an announcement that is stopped before its first email', async () => {
    await buyAs('one');
    const edition = await publish();
    await announce(edition);
    expect((await stop(edition)).status).toBe(200);
    await runSchedule();
    expect(await reached()).toEqual([]);
    expect(await progress()).toMatchObject({ buyers: 1, left: 0, emailed: 0 });
  });

  test('sends no more emails once an announcement is stopped', async () => {
    await buyAs('one');
    await buyAs('two');
    const edition = await publish();
    await announce(edition);
    await shop.setMailFaults({ status: 503, times: 1 });
    await runSchedule();
    const reachedBefore = await reached();
    expect(reachedBefore).toHaveLength(1);
    await stop(edition);
    pass(60);
    await runSchedule();
    expect(await reached()).toEqual(reachedBefore);
    expect(await progress()).toMatchObject({ buyers: 2, left: 0, emailed: 1 });
  });

  test('does not begin a stopped announcement again', async () => {
    await buyAs('one');
    const edition = await publish();
    await announce(edition);
    await stop(edition);
    await announce(edition);
    await runSchedule();
    expect(await reached()).toEqual([]);
  });

  test('accepts a second request to stop an announcement', async () => {
    await buyAs('one');
    const edition = await publish();
    await announce(edition);
    await stop(edition);
    expect((await stop(edition)).status).toBe(200);
    expect(await progress()).toMatchObject({ buyers: 1, left: 0, emailed: 0 });
  });

  test('deletes the data about a stopped announcement’s emails', async () => {
    await buyAs('one');
    const edition = await publish();
    await announce(edition);
    await shop.setMailFaults({ status: 503 });
    await runSchedule();
    expect(await shop.redis.keys('job:dev:edition:*')).toHaveLength(1);
    await stop(edition);
    expect(await shop.redis.keys('job:dev:edition:*')).toEqual([]);
  });

  test('does not stop the announcement of another edition', async () => {
    await buyAs('one');
    const earlier = await publish();
    await announce(earlier);
    await announce(await publish());
    await stop(earlier);
    await runSchedule();
    expect(await reached()).toEqual(['one']);
  });
});
