import { describe, expect, test } from 'vitest';
import * as queue from '../../netlify/platform/queue.ts';
import { readHash } from '../../netlify/platform/redis.ts';
import { openTestShop } from '../shop/shop.ts';

const {
  claimJob,
  completeJob,
  enqueue,
  findAllJobs,
  findDueJobs,
  isQueued,
  makeDueNow,
  releaseJob,
  removeJobs,
  retryLater,
} = queue;
const shop = await openTestShop();

/** A time in Unix seconds. */
const AT = 1_800_000_000;
const DAY_IN_SECONDS = 86_400;

let jobs = 0;
/** Enqueues a job that is due. */
const newJob = async (): Promise<queue.Job> => {
  jobs += 1;
  const job: queue.Job = `receipt:cs_test_${jobs}`;
  await enqueue(job, AT, 'first');
  return job;
};

const claimed = async (job: queue.Job, at: number): Promise<queue.JobClaim> => {
  const claim = await claimJob(job, at);
  if (!claim) throw new Error(`${job} was not claimed.`);
  return claim;
};

const dueTimeOf = async (job: queue.Job): Promise<number> =>
  Number(await shop.redis.zscore('jobs:dev', job));

describe('enqueuing', () => {
  test('does not make a queued job due earlier when it is enqueued again', async () => {
    const job = await newJob();
    await enqueue(job, AT - 100);
    expect(await dueTimeOf(job)).toBe(AT);
  });

  test('does not change the value of a queued job when it is enqueued again', async () => {
    const job = await newJob();
    await enqueue(job, AT, 'second');
    expect(await claimed(job, AT)).toMatchObject({ value: 'first' });
  });
});

describe('claiming a job', () => {
  test('grants only one of two simultaneous claims', async () => {
    const job = await newJob();
    const claims = await Promise.all([claimJob(job, AT), claimJob(job, AT)]);
    const expected = { job, at: AT, firstTryAt: AT, refusedSince: null, value: 'first' };
    expect(claims.filter((claim) => claim !== null)).toEqual([expected]);
  });

  test('refuses a claim before the job is due', async () => {
    const job = await newJob();
    expect(await claimJob(job, AT - 1)).toBeNull();
  });

  test('refuses a second claim within a minute of the first', async () => {
    const job = await newJob();
    await claimed(job, AT);
    expect(await claimJob(job, AT + 59)).toBeNull();
  });

  test('grants a second claim after a minute, with the time of the first attempt', async () => {
    const job = await newJob();
    await claimed(job, AT);
    expect(await claimed(job, AT + 60)).toEqual({
      job,
      at: AT + 60,
      firstTryAt: AT,
      refusedSince: null,
      value: 'first',
    });
  });
});

describe('completing a job', () => {
  test('removes a completed job and its data', async () => {
    const job = await newJob();
    await claimed(job, AT);
    await completeJob(job);
    expect(await isQueued(job)).toBe(false);
    expect(await claimJob(job, AT + 1000)).toBeNull();
    expect(await shop.redis.keys(`job:*:${job}`)).toEqual([]);
  });

  test('records only the first outcome of a job that completes twice', async () => {
    const job = await newJob();
    const outcome = { key: 'order:dev:of-the-test', field: 'receipt', unlessField: 'forgotten' };
    await completeJob(job, { ...outcome, value: 'sent' });
    await completeJob(job, { ...outcome, value: 'unknown' });
    expect(await shop.redis.hget(outcome.key, 'receipt')).toBe('sent');
  });

  test('counts a job once if it completes twice', async () => {
    const counter = { key: 'announced:dev:of-the-test', counter: 'emailed' };
    await shop.redis.hset(counter.key, { emailed: 0 });
    const job = await newJob();
    await completeJob(job, counter);
    await completeJob(job, counter);
    expect(await shop.redis.hget(counter.key, 'emailed')).toBe(1);
  });

  test('counts all jobs that share a counter', async () => {
    const counter = { key: 'announced:dev:of-two-jobs', counter: 'emailed' };
    await shop.redis.hset(counter.key, { emailed: 0 });
    await completeJob(await newJob(), counter);
    await completeJob(await newJob(), counter);
    expect(await shop.redis.hget(counter.key, 'emailed')).toBe(2);
  });

  test('creates no counter in a hash that has none', async () => {
    const key = 'announced:dev:of-an-earlier-version';
    await shop.redis.hset(key, { buyers: 1 });
    await completeJob(await newJob(), { key, counter: 'emailed' });
    expect(await shop.redis.hgetall(key)).toEqual({ buyers: 1 });
  });

  test('does not queue a completed job again if its claim is released later', async () => {
    const job = await newJob();
    const claim = await claimed(job, AT);
    await completeJob(job);
    await releaseJob(claim);
    expect(await isQueued(job)).toBe(false);
  });
});

/**
 * Makes a job fail this many times, each time as soon as it is due. Returns the delay after each
 * failure, in seconds.
 */
const waitsAfter = async (failures: number): Promise<number[]> => {
  const job = await newJob();
  const waits: number[] = [];
  let at = AT;
  for (let failure = 1; failure <= failures; failure += 1) {
    await retryLater(await claimed(job, at), { mayHaveSucceeded: true });
    const dueAt = await dueTimeOf(job);
    waits.push(dueAt - at);
    at = dueAt;
  }
  return waits;
};

describe('retrying a failed job', () => {
  test('delays a failed job by a minute and doubles the delay after each failure', async () => {
    expect(await waitsAfter(4)).toEqual([60, 120, 240, 480]);
  });

  test('delays a failed job by at most a day', async () => {
    const waits = await waitsAfter(13);
    expect(waits.slice(-3)).toEqual([60 * 2 ** 10, DAY_IN_SECONDS, DAY_IN_SECONDS]);
  });

  test('refuses a claim on a failed job before its delay is over', async () => {
    const job = await newJob();
    await retryLater(await claimed(job, AT), { mayHaveSucceeded: true });
    expect(await claimJob(job, AT + 59)).toBeNull();
    expect(await claimJob(job, AT + 60)).not.toBeNull();
  });

  test('delays a failed job for as long as the service asks', async () => {
    const job = await newJob();
    await retryLater(await claimed(job, AT), { mayHaveSucceeded: false, waitInSeconds: 500 });
    expect(await dueTimeOf(job)).toBe(AT + 500);
  });

  test('treats the next attempt as the first if the failed attempt had no effect', async () => {
    const job = await newJob();
    await retryLater(await claimed(job, AT), { mayHaveSucceeded: false });
    expect((await claimed(job, AT + 1000)).firstTryAt).toBe(AT + 1000);
  });

  test('keeps the time of the first attempt if that attempt may have succeeded', async () => {
    const job = await newJob();
    await retryLater(await claimed(job, AT), { mayHaveSucceeded: true });
    expect((await claimed(job, AT + 1000)).firstTryAt).toBe(AT);
  });

  test('keeps the time of a first attempt that may have succeeded, even if a later attempt fails', async () => {
    const job = await newJob();
    await retryLater(await claimed(job, AT), { mayHaveSucceeded: true });
    await retryLater(await claimed(job, AT + 1000), { mayHaveSucceeded: false });
    expect((await claimed(job, AT + 9000)).firstTryAt).toBe(AT);
  });
});

describe('releasing a job', () => {
  test('makes a released job due immediately', async () => {
    const job = await newJob();
    await releaseJob(await claimed(job, AT));
    expect(await findDueJobs('jobs', AT, 100)).toContain(job);
    expect(await claimJob(job, AT)).not.toBeNull();
  });

  test('counts no failure for a released job', async () => {
    const job = await newJob();
    await releaseJob(await claimed(job, AT));
    await retryLater(await claimed(job, AT + 10), { mayHaveSucceeded: true });
    expect(await dueTimeOf(job)).toBe(AT + 10 + 60);
  });

  test('keeps the time of a released job’s first attempt if that attempt may have succeeded', async () => {
    const job = await newJob();
    await retryLater(await claimed(job, AT), { mayHaveSucceeded: true });
    await releaseJob(await claimed(job, AT + 100));
    expect((await claimed(job, AT + 200)).firstTryAt).toBe(AT);
  });

  test('treats the next attempt of a released job as its first attempt', async () => {
    const job = await newJob();
    await releaseJob(await claimed(job, AT));
    expect((await claimed(job, AT + 100)).firstTryAt).toBe(AT + 100);
  });
});

describe('rescheduling a job to run now', () => {
  test('ends the delay after a failed attempt', async () => {
    const job = await newJob();
    await retryLater(await claimed(job, AT), { mayHaveSucceeded: true });
    expect(await makeDueNow(job, AT + 20)).toBe(true);
    expect(await claimJob(job, AT + 20)).not.toBeNull();
  });

  test('does not end an active claim on the job', async () => {
    const job = await newJob();
    await claimed(job, AT);
    await makeDueNow(job, AT + 10);
    expect(await claimJob(job, AT + 10)).toBeNull();
  });

  test('does not queue a completed job again', async () => {
    const job = await newJob();
    await completeJob(job);
    expect(await makeDueNow(job, AT)).toBe(false);
    expect(await isQueued(job)).toBe(false);
  });
});

describe('removing jobs', () => {
  // Each request removes up to 500 jobs.
  test.each([500, 501, 1001])(
    'removes %i jobs from each queue, together with their data',
    async (count) => {
      await shop.redis.flushall();
      const numbers = Array.from({ length: count }, (_, index) => index);
      const removed = numbers.flatMap((n): queue.Job[] => [`receipt:${n}`, `edition:one/${n}`]);
      const remaining: queue.Job[] = ['receipt:other', 'edition:other/1'];
      await Promise.all([...removed, ...remaining].map((job) => enqueue(job, AT, 'value')));

      await removeJobs(removed);

      expect([...(await findAllJobs())].toSorted()).toEqual(remaining.toSorted());
    },
  );
});

test('rejects only the failed command in a batch', async () => {
  await shop.redis.set('not-a-hash', 'text');
  const results = await Promise.allSettled([readHash('not-a-hash'), readHash('nothing')]);
  expect(results).toMatchObject([{ reason: { service: 'orders' } }, { value: {} }]);
});
