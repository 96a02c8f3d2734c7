import { beforeEach, describe, expect, test } from 'vitest';
import { buy, buyKnown } from '../shop/buying.ts';
import { openMailShop } from '../shop/mail-shop.ts';

/** More than one page of due jobs. */
const WAITING_EMAILS = 250;

const shop = await openMailShop();
const { runDueJobs } = await import('../../netlify/jobs/run-due-jobs.ts');
const { readOrder } = await import('../../netlify/orders/store.ts');

beforeEach(shop.startAnew);

/** Enqueues due emails about an order as the oldest jobs in the queue. */
const enqueueEmails = async (count: number): Promise<void> => {
  const session = await buyKnown(shop, 'bundle');
  await shop.redis.del('jobs:dev');
  for (let number = 1; number <= count; number += 1) {
    await shop.redis.zadd('jobs:dev', { score: 1, member: `copy:${session}/${number}/own` });
  }
};

/** Enqueues a due job for a paid session that is not in Redis. Returns the session id. */
const enqueueUnrecordedOrder = async (): Promise<string> => {
  const session = await buy(shop, 'bundle');
  await shop.redis.zadd('jobs:dev', { score: 2, member: `fulfill:${session}` });
  return session;
};

const waitingEmails = async (): Promise<string[]> => {
  const jobs = await shop.redis.zrange<string[]>('jobs:dev', 0, -1);
  return jobs.filter((job) => job.startsWith('copy:'));
};

describe.each(['daily_quota_exceeded', 'monthly_quota_exceeded'])(
  'a run while Resend responds with %s',
  (name) => {
    beforeEach(() => shop.setMailFaults({ status: 429, name }));

    test('tries to send only one email and leaves all emails in the queue', async () => {
      await enqueueEmails(3);
      const before = shop.callsTo('mail');
      await runDueJobs(() => true);
      expect(shop.callsTo('mail') - before).toBe(1);
      expect(await waitingEmails()).toHaveLength(3);
    });

    test('records an order that is queued behind waiting emails', async () => {
      await enqueueEmails(3);
      const session = await enqueueUnrecordedOrder();
      await runDueJobs(() => true);
      expect(await readOrder(session)).toMatchObject({ payment: 'paid', receipt: null });
    });

    test('records an order that is queued behind hundreds of waiting emails', async () => {
      await enqueueEmails(WAITING_EMAILS);
      const session = await enqueueUnrecordedOrder();
      await runDueJobs(() => true);
      expect(await readOrder(session)).toMatchObject({ payment: 'paid', receipt: null });
      expect(await waitingEmails()).toHaveLength(WAITING_EMAILS);
    });
  },
);

test('runs a job that an earlier version of the shop enqueued', async () => {
  const session = await buy(shop, 'bundle');
  await shop.redis.zadd('jobs:dev', { score: 1, member: `fulfil:${session}` });
  await runDueJobs(() => true);
  expect(await readOrder(session)).toMatchObject({ payment: 'paid' });
});

test('runs no job if no time is left', async () => {
  await enqueueEmails(1);
  const before = shop.callsTo('mail');
  await runDueJobs(() => false);
  expect(shop.callsTo('mail')).toBe(before);
});
