import { expect, test } from 'vitest';
import * as queue from '../../netlify/platform/queue.ts';
import { readHash } from '../../netlify/platform/redis.ts';
import { openTestShop } from '../shop/shop.ts';

const {
  claimJob,
  completeJob,
  enqueue,
  findDueJobs,
  isQueued,
  makeDueNow,
  releaseJob,
  retryLater,
} = queue;
const shop = await openTestShop();
const AT = 1_800_000_000;

let jobs = 0;
/** A job that is due. */
const newJob = async (): Promise<queue.Job> => {
  const job: queue.Job = `receipt:cs_test_${(jobs += 1)}`;
  await enqueue(job, AT, 'first');
  return job;
};

const claimed = async (job: queue.Job, at: number): Promise<queue.JobClaim> => {
  const one = await claimJob(job, at);
  if (!one) throw new Error('not claimed');
  return one;
};

test('a job is enqueued once, claimed once, and ends with one outcome', async () => {
  const job = await newJob();
  const outcome = { key: 'order:dev:of-the-test', field: 'receipt', unlessField: 'forgotten' };
  await enqueue(job, AT - 100, 'second');
  expect(await findDueJobs('jobs', AT - 1, 10)).not.toContain(job);
  const both = await Promise.all([claimJob(job, AT), claimJob(job, AT)]);
  expect(both.filter((one) => one !== null)).toEqual([
    { job, at: AT, firstTryAt: AT, refusedSince: null, value: 'first' },
  ]);
  await completeJob(job, { ...outcome, value: 'sent' });
  await completeJob(job, { ...outcome, value: 'unknown' });
  expect(await shop.redis.hget(outcome.key, 'receipt')).toBe('sent');
  expect(await isQueued(job)).toBe(false);
  expect(await claimJob(job, AT + 1000)).toBeNull();
  expect(await shop.redis.keys(`job:*:${job}`)).toEqual([]);
});

test('a job that completes twice counts once', async () => {
  const key = 'announced:dev:of-the-test';
  await shop.redis.hset(key, { emailed: 0 });
  const job = await newJob();
  await completeJob(job, { key, counter: 'emailed' });
  await completeJob(job, { key, counter: 'emailed' });
  await completeJob(await newJob(), { key, counter: 'emailed' });
  expect(await shop.redis.hget(key, 'emailed')).toBe(2);
});

test('a job counts nothing in a hash without the counter', async () => {
  const key = 'announced:dev:of-an-earlier-version';
  await shop.redis.hset(key, { buyers: 1 });
  await completeJob(await newJob(), { key, counter: 'emailed' });
  expect(await shop.redis.hgetall(key)).toEqual({ buyers: 1 });
});

test.each([
  [59, false],
  [60, true],
])('a claim can be taken over after %d s: %s', async (seconds, mayBe) => {
  const job = await newJob();
  await claimed(job, AT);
  const next = await claimJob(job, AT + seconds);
  const taken = { job, at: AT + seconds, firstTryAt: AT, refusedSince: null, value: 'first' };
  expect(next).toEqual(mayBe ? taken : null);
});

test('each failure doubles the wait, up to a day, and a service can ask for a longer wait', async () => {
  const job = await newJob();
  const waits: number[] = [];
  for (let at = AT, time = 0; time < 13; time += 1) {
    await retryLater(await claimed(job, at), { mayHaveSucceeded: true });
    const due = Number(await shop.redis.zscore('jobs:dev', job));
    waits.push(due - at);
    expect(await claimJob(job, due - 1)).toBeNull();
    at = due;
  }
  expect(waits.slice(0, 2)).toEqual([60, 120]);
  expect(waits.slice(-3)).toEqual([60 * 2 ** 10, 86_400, 86_400]);
  const other = await newJob();
  await retryLater(await claimed(other, AT), { mayHaveSucceeded: false, waitInSeconds: 500 });
  expect(await shop.redis.zscore('jobs:dev', other)).toBe(AT + 500);
});

test('a first try is forgotten only if it certainly did nothing', async () => {
  const job = await newJob();
  await retryLater(await claimed(job, AT), { mayHaveSucceeded: false });
  const second = await claimed(job, AT + 1000);
  expect(second.firstTryAt).toBe(AT + 1000);
  await retryLater(second, { mayHaveSucceeded: true });
  const third = await claimed(job, AT + 2000);
  await retryLater(third, { mayHaveSucceeded: false });
  expect((await claimed(job, AT + 9000)).firstTryAt).toBe(AT + 1000);
});

test('a released job is due at once', async () => {
  const job = await newJob();
  await releaseJob(await claimed(job, AT));
  expect(await findDueJobs('jobs', AT, 100)).toContain(job);
  expect(await claimJob(job, AT)).not.toBeNull();
});

test('a released job has not failed', async () => {
  const job = await newJob();
  await releaseJob(await claimed(job, AT));
  await retryLater(await claimed(job, AT + 10), { mayHaveSucceeded: true });
  expect(await shop.redis.zscore('jobs:dev', job)).toBe(AT + 10 + 60);
});

test('a released job keeps an earlier try that may have succeeded', async () => {
  const job = await newJob();
  await retryLater(await claimed(job, AT), { mayHaveSucceeded: true });
  await releaseJob(await claimed(job, AT + 100));
  expect((await claimed(job, AT + 200)).firstTryAt).toBe(AT);
});

test('a released job forgets a try that did nothing', async () => {
  const job = await newJob();
  await releaseJob(await claimed(job, AT));
  expect((await claimed(job, AT + 100)).firstTryAt).toBe(AT + 100);
});

test('a completed job is not released', async () => {
  const job = await newJob();
  const claim = await claimed(job, AT);
  await completeJob(job);
  await releaseJob(claim);
  expect(await isQueued(job)).toBe(false);
});

test('a command that Redis refuses fails, and the others of its request do not', async () => {
  await shop.redis.set('not-a-hash', 'text');
  const both = await Promise.allSettled([readHash('not-a-hash'), readHash('nothing')]);
  expect(both).toMatchObject([{ reason: { service: 'orders' } }, { value: {} }]);
});

test('only a job that waits can be hurried', async () => {
  const job = await newJob();
  const first = await claimed(job, AT);
  expect(await makeDueNow(job, AT + 10)).toBe(true);
  expect(await claimJob(job, AT + 10)).toBeNull();
  await retryLater(first, { mayHaveSucceeded: true });
  await makeDueNow(job, AT + 20);
  expect(await claimJob(job, AT + 20)).not.toBeNull();
  await completeJob(job);
  expect(await makeDueNow(job, AT)).toBe(false);
});
