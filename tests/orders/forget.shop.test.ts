import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { soldGuide, productOf } from '../catalog.ts';
import { openMailShop } from '../shop/mail-shop.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { storedIn } from '../shop/stored.ts';
import { subjectOf } from '../shop/templates.ts';

const shop = await openMailShop();
const owner = await ownerClient(shop);
const { forgetBuyer } = await import('../../netlify/orders/forget.ts');
const { beginAnnouncement, stopAnnouncement } = await import('../../netlify/jobs/announcements.ts');
const { enqueue } = await import('../../netlify/platform/queue.ts');
const { catalog } = await import('../../netlify/shop/catalog.ts');
const { buyAs, redis, runSchedule, setMailFaults } = shop;

const PARENT = 'parent@example.com';
const OTHER_ADDRESS = 'grandma@example.com';
const GUIDE = productOf('guide-1');
const OTHER_GUIDE = productOf('guide-2');

const { checkout } = catalog;
beforeEach(async () => {
  await shop.empty();
  Object.assign(catalog, { checkout: { withdrawal: true } });
});
afterEach(() => void Object.assign(catalog, { checkout }));

const buyerOf = async (session: string): Promise<string> => {
  const { buyer } = (await redis.hget<{ buyer: string }>(`order:dev:${session}`, 'sale')) ?? {};
  return buyer ?? '';
};

const sendReceipt = (session: string, receipt: object): Promise<Response> =>
  owner.post(`/api/admin/orders/${orderNumberOf(session)}/receipt`, receipt);

const announce = (edition: string): Promise<void> => {
  const since = Math.floor(Date.now() / 1000) + 1;
  return beginAnnouncement({ edition, sold: soldGuide(GUIDE.id), since, changes: '' });
};

/** Everything in Redis except the rate-limit counters, which last for a day. */
const dump = async (): Promise<string> => {
  const stored = Object.entries(await storedIn(redis));
  return JSON.stringify(stored.filter(([key]) => !key.startsWith('limit:')));
};

const waitingJobs = async (): Promise<string[]> => [
  ...(await redis.zrange<string[]>('jobs:dev', 0, -1)),
  ...(await redis.zrange<string[]>('bulk:dev', 0, -1)),
];

const kindsOfWaitingJobs = async (): Promise<string[]> =>
  [...new Set((await waitingJobs()).map((job) => job.split(':')[0] ?? ''))].toSorted();

const makeAllJobsDue = async (): Promise<void> => {
  for (const queue of ['jobs:dev', 'bulk:dev']) {
    for (const job of await redis.zrange<string[]>(queue, 0, -1)) {
      await redis.zadd(queue, { xx: true }, { score: 0, member: job });
    }
  }
};

/**
 * Buys a guide and leaves one email of each kind waiting for Resend. Also stops an announcement
 * while its email is waiting.
 */
const buyWithWaitingEmails = async (): Promise<string> => {
  await setMailFaults({ status: 503 });
  const session = await buyAs(PARENT, GUIDE.product_type);
  await sendReceipt(session, { copy: 1, to: OTHER_ADDRESS });
  await shop.post('/api/find-purchase', { email: PARENT });
  await announce('stopped');
  await runSchedule();
  await stopAnnouncement('stopped');
  await announce('announced');
  await runSchedule();
  await shop.call(`/api/withdraw?session_id=${session}`, { method: 'POST' });
  await setMailFaults({});
  return session;
};

/** A sample value for each field of an order's hash that contains a note. */
const NOTES: Readonly<Record<string, unknown>> = {
  'awaits-files': 1_790_000_000,
  receipt: { is: 'sent', at: 1_790_000_000, detail: '' },
  'copy:1': { is: 'sent', at: 1_790_000_000, detail: '', isOwn: true },
  'fetches:guide-1': 2,
  'fetched-at:guide-1': 1_790_000_000,
  'fetched:guide-1': { times: 2, lastAt: 1_790_000_000 },
  access: { is: 'blocked', at: 1_790_000_000 },
  settled: 1_790_000_000,
  withdrawn: 1_790_000_000,
};

describe('forgetBuyer', () => {
  test('leaves nothing in Redis that is derived from the buyer’s address', async () => {
    const session = await buyWithWaitingEmails();
    const buyer = await buyerOf(session);
    const sealedAddresses = await Promise.all(
      (await redis.keys('job:dev:*')).map((key) => redis.hget<string>(key, 'value')),
    );
    expect(await kindsOfWaitingJobs()).toEqual([
      'alert',
      'copy',
      'edition',
      'found',
      'receipt',
      'withdrawal',
    ]);

    await forgetBuyer(session);

    const left = await dump();
    const derived = [buyer, ...sealedAddresses.filter((value) => value !== null)];
    expect(derived).toHaveLength(3);
    for (const value of derived) expect(left).not.toContain(value);
    expect(await kindsOfWaitingJobs()).toEqual(['alert']);
  });

  test('cancels queued emails and records nothing about them', async () => {
    const session = await buyWithWaitingEmails();
    await forgetBuyer(session);
    const before = await redis.hgetall(`order:dev:${session}`);
    await makeAllJobsDue();
    await runSchedule();
    const recipients = (await shop.inbox()).map(({ to }) => to);
    expect(new Set(recipients)).toEqual(new Set(['owner@shop.example']));
    expect(await redis.hgetall(`order:dev:${session}`)).toEqual(before);
  });

  test('removes data that an earlier version of the shop stored about a stopped announcement', async () => {
    const session = await buyAs(PARENT, GUIDE.product_type);
    const buyer = await buyerOf(session);
    await redis.hset(`job:dev:edition:stopped/${buyer}`, { first: 1, failures: 2 });
    await forgetBuyer(session);
    expect(await dump()).not.toContain(buyer);
  });

  test('removes the data of stopped announcements even if the jobs span several SCAN pages', async () => {
    const session = await buyAs(PARENT, GUIDE.product_type);
    const buyer = await buyerOf(session);
    const pipeline = redis.pipeline();
    // SCAN returns keys in no particular order, so each of the three pages has some of the buyer's
    // jobs.
    for (let n = 1; n <= 450; n += 1) {
      const isOfBuyer = n % 10 === 0;
      pipeline.hset(`job:dev:edition:${n}/${isOfBuyer ? buyer : 'c'.repeat(32)}`, { first: 1 });
    }
    await pipeline.exec();
    await forgetBuyer(session);
    expect(await dump()).not.toContain(buyer);
  });

  test('stores no outcome for an email that is being sent', async () => {
    await setMailFaults({ status: 503 });
    const session = await buyAs(PARENT, GUIDE.product_type);
    await setMailFaults({});
    await makeAllJobsDue();
    await shop.runOnce(runSchedule, async (_call, send, { url }) => {
      if (url.endsWith('/emails')) await forgetBuyer(session);
      return send();
    });
    expect(await redis.hget(`order:dev:${session}`, 'receipt')).toBeNull();
  });

  test('cancels a receipt that the owner is resending at the same time', async () => {
    const session = await buyAs(PARENT, GUIDE.product_type);
    const emails = await shop.inbox();
    let isForgotten = false;
    await shop.runOnce(
      () => sendReceipt(session, { copy: 1, to: OTHER_ADDRESS }),
      async (_call, send, request) => {
        const isEnqueuing = !isForgotten && (await request.clone().text()).includes('copy:');
        if (isEnqueuing) {
          isForgotten = true;
          await forgetBuyer(session);
        }
        return send();
      },
    );
    expect(isForgotten).toBe(true);
    expect(await shop.inbox()).toEqual(emails);
  });

  test('removes a queued receipt that is addressed to the forgotten buyer, for another buyer’s order', async () => {
    const session = await buyAs(PARENT, GUIDE.product_type);
    const other = await buyAs(OTHER_ADDRESS, GUIDE.product_type);
    await setMailFaults({ status: 503 });
    await sendReceipt(other, { copy: 1, to: PARENT });
    expect(await kindsOfWaitingJobs()).toEqual(['copy']);
    await forgetBuyer(session);
    expect(await waitingJobs()).toEqual([]);
  });

  test.each([
    'awaits-files',
    'receipt',
    'copy:1',
    'fetches:guide-1',
    'fetched-at:guide-1',
    'fetched:guide-1',
  ])('removes the note “%s” about the order', async (field) => {
    const session = await buyAs(PARENT, GUIDE.product_type);
    await redis.hset(`order:dev:${session}`, { [field]: NOTES[field] });
    await forgetBuyer(session);
    expect(await redis.hexists(`order:dev:${session}`, field)).toBe(0);
  });

  test.each(['access', 'settled', 'withdrawn'])(
    'keeps the note “%s” about the order',
    async (field) => {
      const session = await buyAs(PARENT, GUIDE.product_type);
      await redis.hset(`order:dev:${session}`, { [field]: NOTES[field] });
      await forgetBuyer(session);
      expect(await redis.hget(`order:dev:${session}`, field)).toEqual(NOTES[field]);
    },
  );

  test('removes a queued email about uploaded files', async () => {
    const session = await buyAs(PARENT, GUIDE.product_type);
    const other = await buyAs(OTHER_ADDRESS, GUIDE.product_type);
    const at = Math.floor(Date.now() / 1000);
    for (const about of [session, other]) await enqueue(`ready:${about}/${at}`, at);
    await forgetBuyer(session);
    expect(await waitingJobs()).toEqual([`ready:${other}/${at}`]);
  });

  test('removes the buyer’s email from an announcement that begins at the same time', async () => {
    // Begins the announcement before each of `forgetBuyer`'s calls in turn.
    for (let place = 0; ; place += 1) {
      await shop.empty();
      const session = await buyAs(PARENT, GUIDE.product_type);
      let hasBegun = false;
      await shop.runOnce(
        () => forgetBuyer(session),
        async (call, send) => {
          if (call === place) {
            hasBegun = true;
            await announce('announced');
          }
          return send();
        },
      );
      if (!hasBegun) return;
      expect(await redis.zrange('bulk:dev', 0, -1)).toEqual([]);
    }
  });

  test('stores nothing if a forgotten buyer uses the unsubscribe link in an earlier email', async () => {
    const session = await buyAs(PARENT, GUIDE.product_type);
    await announce('announced');
    await runSchedule();
    const [announcement] = await shop.inbox();
    const link = announcement?.headers['List-Unsubscribe']?.slice(1, -1) ?? '';
    await forgetBuyer(session);
    const response = await shop.call(link.replace(shop.siteUrl, ''), { method: 'POST' });
    expect(response.status).toBe(200);
    expect(await redis.exists('unsubscribed:dev')).toBe(0);
  });

  test('keeps emails to other buyers in the queue', async () => {
    const session = await buyAs(PARENT, GUIDE.product_type);
    await setMailFaults({ status: 503 });
    const other = await buyAs(OTHER_ADDRESS, GUIDE.product_type);
    await announce('announced');
    await forgetBuyer(session);
    expect(await waitingJobs()).toEqual([
      `receipt:${other}`,
      `edition:announced/${await buyerOf(other)}`,
    ]);
  });
});

describe('forgetBuyer, if the buyer has another order', () => {
  test('removes the buyer only from the list of buyers of the forgotten order’s product', async () => {
    const forgotten = await buyAs(PARENT, GUIDE.product_type);
    const remaining = await buyAs(PARENT, OTHER_GUIDE.product_type);
    const buyer = await buyerOf(remaining);
    await forgetBuyer(forgotten);
    expect(await redis.zrange(`product:dev:${GUIDE.product_type}`, 0, -1)).toEqual([]);
    expect(await redis.zrange(`product:dev:${OTHER_GUIDE.product_type}`, 0, -1)).toEqual([buyer]);
  });

  test('does not remove the buyer from the list of buyers of a product that both orders include', async () => {
    const forgotten = await buyAs(PARENT, GUIDE.product_type);
    const remaining = await buyAs(PARENT, GUIDE.product_type);
    const buyer = await buyerOf(remaining);
    await forgetBuyer(forgotten);
    expect(await redis.zrange(`product:dev:${GUIDE.product_type}`, 0, -1)).toEqual([buyer]);
  });

  test('still announces a new edition to the buyer, with a link to the remaining order', async () => {
    const forgotten = await buyAs(PARENT, GUIDE.product_type);
    const remaining = await buyAs(PARENT, GUIDE.product_type);
    await announce('announced');
    await forgetBuyer(forgotten);
    await runSchedule();
    const [newest] = await shop.inbox();
    expect(newest).toMatchObject({
      to: PARENT,
      subject: subjectOf('new-edition', GUIDE.name),
      text: expect.stringContaining(remaining),
    });
  });

  test('keeps the buyer listed for a product that they buy at the same time', async () => {
    // Buys the guide before each of `forgetBuyer`'s calls in turn.
    for (let place = 0; ; place += 1) {
      await shop.empty();
      const forgotten = await buyAs(PARENT, GUIDE.product_type);
      let bought = '';
      await shop.runOnce(
        () => forgetBuyer(forgotten),
        async (call, send) => {
          if (call === place) bought = await buyAs(PARENT, GUIDE.product_type);
          return send();
        },
      );
      if (bought === '') return;
      const buyer = await buyerOf(bought);
      expect(await redis.zrange(`buyer:dev:${buyer}`, 0, -1)).toEqual([bought]);
      expect(await redis.zrange(`product:dev:${GUIDE.product_type}`, 0, -1)).toEqual([buyer]);
    }
  });
});

describe('an order whose buyer was forgotten', () => {
  test.each([
    { name: 'that buyer', to: undefined },
    { name: 'another address', to: OTHER_ADDRESS },
  ])('refuses to send a receipt for a forgotten buyer’s order to $name', async ({ to }) => {
    const session = await buyAs(PARENT, GUIDE.product_type);
    await forgetBuyer(session);
    const response = await sendReceipt(session, { copy: 1, to });
    await expectProblem(response, 400, 'invalid_request');
  });

  test('tells the owner that an order’s buyer was forgotten, and lists no receipts', async () => {
    const session = await buyAs(PARENT, GUIDE.product_type);
    await forgetBuyer(session);
    const path = `/api/admin/orders/${orderNumberOf(session)}`;
    const detail = await (await owner.call(path)).json();
    expect(detail).toMatchObject({ is_forgotten: true, next_copy: null, receipts: [] });
  });
});
