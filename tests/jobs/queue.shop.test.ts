import { expect, test } from 'vitest';
import {
  type Claim,
  type Job,
  claim,
  dueJobs,
  end,
  enqueue,
  hurry,
  isQueued,
  retry,
} from '../../netlify/platform/queue.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const AT = 1_800_000_000;

let jobs = 0;
const newJob = (): Job => `receipt:cs_test_${(jobs += 1)}`;

const claimed = async (job: Job, at: number): Promise<Claim> => {
  const one = await claim(job, at);
  if (!one) throw new Error('not claimed');
  return one;
};

test('a job is enqueued once, claimed once, and ends with one outcome', async () => {
  const job = newJob();
  const outcome = { key: 'order:dev:of-the-test', field: 'receipt' };
  await enqueue(job, AT, 'first');
  await enqueue(job, AT - 100, 'second');
  expect(await dueJobs('jobs', AT - 1, 10)).not.toContain(job);
  const both = await Promise.all([claim(job, AT), claim(job, AT)]);
  expect(both.filter((one) => one !== null)).toEqual([
    { job, at: AT, firstTryAt: AT, value: 'first' },
  ]);
  await end(job, { ...outcome, value: 'sent' });
  await end(job, { ...outcome, value: 'unknown' });
  expect(await shop.redis.hget(outcome.key, 'receipt')).toBe('sent');
  expect(await isQueued(job)).toBe(false);
  expect(await claim(job, AT + 1000)).toBeNull();
  expect(await shop.redis.keys(`job:*:${job}`)).toEqual([]);
});

test.each([
  [59, false],
  [60, true],
])('a claim can be taken over after %d s: %s', async (seconds, mayBe) => {
  const job = newJob();
  await enqueue(job, AT);
  await claimed(job, AT);
  const next = await claim(job, AT + seconds);
  expect(next).toEqual(mayBe ? { job, at: AT + seconds, firstTryAt: AT, value: '' } : null);
});

test('each failure doubles the wait, up to a day, and a service can ask for a longer wait', async () => {
  const job = newJob();
  await enqueue(job, AT);
  const waits: number[] = [];
  for (let at = AT, time = 0; time < 13; time += 1) {
    await retry(await claimed(job, at), { mayBeDone: true });
    const due = Number(await shop.redis.zscore('jobs:dev', job));
    waits.push(due - at);
    expect(await claim(job, due - 1)).toBeNull();
    at = due;
  }
  expect(waits).toEqual([
    60, 120, 240, 480, 960, 1920, 3840, 7680, 15360, 30720, 61440, 86400, 86400,
  ]);
  const other = newJob();
  await enqueue(other, AT);
  await retry(await claimed(other, AT), { mayBeDone: false, waitInSeconds: 500 });
  expect(await shop.redis.zscore('jobs:dev', other)).toBe(AT + 500);
});

test('a first try is forgotten only if it certainly did nothing', async () => {
  const job = newJob();
  await enqueue(job, AT);
  await retry(await claimed(job, AT), { mayBeDone: false });
  const second = await claimed(job, AT + 1000);
  expect(second.firstTryAt).toBe(AT + 1000);
  await retry(second, { mayBeDone: true });
  const third = await claimed(job, AT + 2000);
  await retry(third, { mayBeDone: false });
  expect((await claimed(job, AT + 9000)).firstTryAt).toBe(AT + 1000);
});

test('only a job that waits can be hurried', async () => {
  const job = newJob();
  await enqueue(job, AT + 5000);
  expect(await hurry(job, AT)).toBe(true);
  expect(await dueJobs('jobs', AT, 100)).toContain(job);
  const first = await claimed(job, AT);
  expect(await hurry(job, AT + 10)).toBe(true);
  expect(await claim(job, AT + 10)).toBeNull();
  await retry(first, { mayBeDone: true });
  expect(await claim(job, AT + 20)).toBeNull();
  await hurry(job, AT + 20);
  expect(await claim(job, AT + 20)).not.toBeNull();
  await end(job);
  expect(await hurry(job, AT)).toBe(false);
  expect(await isQueued(job)).toBe(false);
});

test('announcements have a queue of their own', async () => {
  const edition: Job = 'edition:e1/a';
  await enqueue(edition, AT);
  expect(await dueJobs('bulk', AT, 10)).toEqual([edition]);
  expect(await dueJobs('jobs', AT, 100)).not.toContain(edition);
});
