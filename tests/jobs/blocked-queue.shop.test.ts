import { beforeEach, expect, test } from 'vitest';
import { buy, buyKnown } from '../shop/buying.ts';
import { openMailShop } from '../shop/mail-shop.ts';

/** More than one page of due jobs. */
const WAITING_EMAILS = 250;

const shop = await openMailShop();
const { runDueJobs } = await import('../../netlify/jobs/run-due-jobs.ts');
const { readOrder } = await import('../../netlify/orders/store.ts');

beforeEach(shop.startAnew);

test('runs a job behind hundreds of emails while the quota is used up', async () => {
  const session = await buyKnown(shop, 'bundle');
  const unrecorded = await buy(shop, 'bundle');
  const dueAt = Math.floor(Date.now() / 1000) - 100;
  for (let number = 1; number <= WAITING_EMAILS; number += 1) {
    await shop.redis.zadd('jobs:dev', { score: dueAt, member: `copy:${session}/${number}/own` });
  }
  await shop.redis.zadd('jobs:dev', { score: dueAt + 1, member: `fulfill:${unrecorded}` });
  await shop.setMailFaults({ status: 429, name: 'daily_quota_exceeded' });
  await runDueJobs(() => true);
  expect(await readOrder(unrecorded)).toMatchObject({ payment: 'paid' });
  const waiting = await shop.redis.zrange<string[]>('jobs:dev', 0, -1);
  expect(waiting.filter((job) => job.startsWith('copy:'))).toHaveLength(WAITING_EMAILS);
});
