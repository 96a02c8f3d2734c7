import { beforeEach, describe, expect, test } from 'vitest';
import { productOf, soldGuide } from '../catalog.ts';
import { byDepth } from '../depth.ts';
import { buy, setFaults } from '../shop/buying.ts';
import { openMailShop } from '../shop/mail-shop.ts';
import type { Meet } from '../shop/runs.ts';
import { subjectOf } from '../shop/templates.ts';

// These tests use the real clock, since the shop waits until the next second.
const shop = await openMailShop();
const { beginAnnouncement, announcementOf } = await import('../../netlify/jobs/announcements.ts');
const { runDueJobs } = await import('../../netlify/jobs/run-due-jobs.ts');
const { runSchedule, setMailFaults } = shop;
beforeEach(shop.empty);

const { id: product, name: productName, product_type: type } = productOf('guide-1');
const EDITION = 'new';
const ANNOUNCEMENT = subjectOf('new-edition', productName);

const BUSY = { status: 429, name: 'rate_limit_exceeded' };
const USED_UP_QUOTAS = ['daily_quota_exceeded', 'monthly_quota_exceeded'];

/** Begins an announcement to this many buyers. The next run sends it. */
const announceTo = async (buyers: number): Promise<void> => {
  for (let buyer = 1; buyer <= buyers; buyer += 1) {
    await shop.buyAs(`buyer-${buyer}@example.com`, type);
  }
  // Later than all of these purchases.
  const since = Math.floor(Date.now() / 1000) + 1;
  await beginAnnouncement({ edition: EDITION, sold: soldGuide(product), since, changes: '' });
};

const countAnnounced = async (): Promise<number> =>
  (await shop.inbox()).filter(({ subject }) => subject === ANNOUNCEMENT).length;

const countReceipts = async (session: string): Promise<number> =>
  (await shop.mailsAbout(session)).filter(({ subject }) => subject !== ANNOUNCEMENT).length;

/** Buys a guide. Its receipt is due, but no function is sending it. */
const buyWithDueReceipt = async (): Promise<string> => {
  await setMailFaults({ status: 503 });
  const session = await buy(shop, type);
  await setMailFaults({});
  await shop.redis.zadd('jobs:dev', { xx: true }, { score: 0, member: `receipt:${session}` });
  return session;
};

/** Counts the emails that a run tries to send, and those that Resend refuses. */
const countSends = () => {
  const sends = { tried: 0, refused: 0 };
  const meet: Meet = async (_call, send, { url }) => {
    const response = await send();
    if (url.endsWith('/emails')) {
      sends.tried += 1;
      if (!response.ok) sends.refused += 1;
    }
    return response;
  };
  return { sends, meet };
};

describe('an announcement', () => {
  test.each(byDepth([2, 10], [1, 2, 10]))(
    'announces an edition to all buyers in one run despite a rate limit of %d calls per second',
    async (perSecond) => {
      await announceTo(6);
      await setMailFaults({ perSecond });
      await runSchedule();
      expect(await countAnnounced()).toBe(6);
    },
  );

  test.each(byDepth([2], [1, 2]))(
    'exceeds a rate limit of %d calls per second at most once during an announcement',
    async (perSecond) => {
      await announceTo(5);
      await setMailFaults({ perSecond });
      const { sends, meet } = countSends();
      await shop.runOnce(runSchedule, meet);
      // The buyers' receipts may have used up the first second's calls.
      expect(sends.refused).toBeLessThanOrEqual(1);
    },
  );

  test('continues a rate-limited announcement in the same run', async () => {
    await announceTo(3);
    await setMailFaults({ ...BUSY, times: 2 });
    await runSchedule();
    expect(await countAnnounced()).toBe(3);
  });

  test('sends one announcement email at a time', async () => {
    await announceTo(4);
    let sending = 0;
    let mostAtOnce = 0;
    await shop.runOnce(runSchedule, async (_call, send, { url }) => {
      if (!url.endsWith('/emails')) return send();
      sending += 1;
      mostAtOnce = Math.max(mostAtOnce, sending);
      const response = await send();
      sending -= 1;
      return response;
    });
    expect(mostAtOnce).toBe(1);
  });

  test('sends the remaining announcement emails after one fails', async () => {
    await announceTo(4);
    await setMailFaults({ status: 503, times: 1 });
    await runSchedule();
    expect(await countAnnounced()).toBe(3);
  });

  test('stops sending an announcement after four failures in a row', async () => {
    await announceTo(6);
    await setMailFaults({ status: 503 });
    const { sends, meet } = countSends();
    await shop.runOnce(runSchedule, meet);
    expect(sends.tried).toBeLessThanOrEqual(4);
  });

  test('stops sending an announcement when the run is out of time', async () => {
    await announceTo(3);
    const { sends, meet } = countSends();
    await shop.runOnce(() => runDueJobs(() => sends.tried < 2), meet);
    expect(await countAnnounced()).toBe(2);
  });

  test.each(USED_UP_QUOTAS)(
    'pauses an announcement after one email fails with %s',
    async (name) => {
      await announceTo(3);
      await setMailFaults({ status: 429, name });
      const { sends, meet } = countSends();
      await shop.runOnce(runSchedule, meet);
      expect(sends).toEqual({ tried: 1, refused: 1 });
      expect((await announcementOf(EDITION))?.paused_until).not.toBeNull();
    },
  );
});

const askToWait = async (): Promise<Response> => {
  const headers = { 'retry-after': '90' };
  return Response.json({ name: BUSY.name }, { status: BUSY.status, headers });
};

describe('a receipt', () => {
  test('resends a rate-limited receipt from the function that recorded the order', async () => {
    await setMailFaults({ ...BUSY, times: 2 });
    const session = await buy(shop, type);
    await expect.poll(() => countReceipts(session)).toBe(1);
  });

  test('resends a rate-limited receipt in the same run', async () => {
    const session = await buyWithDueReceipt();
    await setMailFaults({ ...BUSY, times: 2 });
    await runSchedule();
    expect(await countReceipts(session)).toBe(1);
  });

  test('resends a rate-limited receipt in the run that fulfilled its order', async () => {
    await setFaults(shop, { webhooks: { hold: true } });
    const session = await buy(shop, type);
    await shop.redis.zadd('jobs:dev', { score: 0, member: `fulfill:${session}` });
    await setMailFaults({ ...BUSY, times: 1 });
    await runDueJobs(() => true);
    expect(await countReceipts(session)).toBe(1);
  });

  test('sends the receipt for a new order before most emails of an ongoing announcement', async () => {
    await announceTo(10);
    await setMailFaults({ perSecond: 2 });
    let bought = '';
    let tried = 0;
    await shop.runOnce(runSchedule, async (_call, send, { url }) => {
      if (url.endsWith('/emails')) tried += 1;
      // The announcement has used up this second's calls.
      if (bought === '' && tried === 3) bought = await buy(shop, type);
      return send();
    });
    await expect.poll(() => countReceipts(bought)).toBe(1);
    const oldestFirst = (await shop.inbox()).toReversed();
    const announcements = oldestFirst.filter(({ subject }) => subject === ANNOUNCEMENT);
    expect(announcements).toHaveLength(10);
    const receipt = oldestFirst.findIndex(({ text }) => text.includes(bought));
    const announcedBefore = oldestFirst
      .slice(0, receipt)
      .filter(({ subject }) => subject === ANNOUNCEMENT);
    expect(announcedBefore.length).toBeLessThanOrEqual(6);
  });

  test('postpones a receipt to a later run if the required wait exceeds a few seconds', async () => {
    const session = await buyWithDueReceipt();
    const { sends, meet } = countSends();
    await shop.runOnce(
      () => runDueJobs(() => true),
      (call, send, request) => {
        const isEmail = request.url.endsWith('/emails');
        return meet(call, isEmail ? askToWait : send, request);
      },
    );
    expect(sends.tried).toBe(1);
    const dueAt = Number(await shop.redis.zscore('jobs:dev', `receipt:${session}`));
    expect(dueAt).toBeGreaterThan(Date.now() / 1000 + 60);
  });

  test.each(USED_UP_QUOTAS)(
    'tries to send a receipt only once if Resend responds with %s',
    async (name) => {
      await setMailFaults({ status: 429, name });
      const before = shop.callsTo('mail');
      await buy(shop, type);
      await expect.poll(() => shop.callsTo('mail') - before).toBe(1);
      await setMailFaults({});
      await runSchedule();
      expect(shop.callsTo('mail') - before).toBe(1);
    },
  );
});
