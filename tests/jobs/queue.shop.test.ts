import { expect, test } from 'vitest';
import * as queue from '../../netlify/platform/queue.ts';
import { readHash } from '../../netlify/platform/redis.ts';
import { openTestShop } from '../shop/shop.ts';

const { claim, dueJobs, end, enqueue, hurry, isQueued, retry } = queue;
const shop = await openTestShop();
const AT = 1_800_000_000;

let jobs = 0;
/** A job that is due. */
const newJob = async (): Promise<queue.Job> => {
  const job: queue.Job = `receipt:cs_test_${(jobs += 1)}`;
  await enqueue(job, AT, 'first');
  return job;
};

const claimed = async (job: queue.Job, at: number): Promise<queue.Claim> => {
  const one = await claim(job, at);
  if (!one) throw new Error('not claimed');
  return one;
};

test('a job is enqueued once, claimed once, and ends with one outcome', async () => {
  const job = await newJob();
  const outcome = { key: 'order:dev:of-the-test', field: 'receipt' };
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
  const job = await newJob();
  await claimed(job, AT);
  const next = await claim(job, AT + seconds);
  expect(next).toEqual(mayBe ? { job, at: AT + seconds, firstTryAt: AT, value: 'first' } : null);
});

test('each failure doubles the wait, up to a day, and a service can ask for a longer wait', async () => {
  const job = await newJob();
  const waits: number[] = [];
  for (let at = AT, time = 0; time < 13; time += 1) {
    await retry(await claimed(job, at), { mayBeDone: true });
    const due = Number(await shop.redis.zscore('jobs:dev', job));
    waits.push(due - at);
    expect(await claim(job, due - 1)).toBeNull();
    at = due;
  }
  expect(waits.slice(0, 2)).toEqual([60, 120]);
  expect(waits.slice(-3)).toEqual([60 * 2 ** 10, 86_400, 86_400]);
  const other = await newJob();
  await retry(await claimed(other, AT), { mayBeDone: false, waitInSeconds: 500 });
  expect(await shop.redis.zscore('jobs:dev', other)).toBe(AT + 500);
});

test('a first try is forgotten only if it certainly did nothing', async () => {
  const job = await newJob();
  await retry(await claimed(job, AT), { mayBeDone: false });
  const second = await claimed(job, AT + 1000);
  expect(second.firstTryAt).toBe(AT + 1000);
  await retry(second, { mayBeDone: true });
  const third = await claimed(job, AT + 2000);
  await retry(third, { mayBeDone: false });
  expect((await claimed(job, AT + 9000)).firstTryAt).toBe(AT + 1000);
});

test('a command that Redis refuses fails, and the others of its request do not', async () => {
  await shop.redis.set('not-a-hash', 'text');
  const both = await Promise.allSettled([readHash('not-a-hash'), readHash('nothing')]);
  expect(both).toMatchObject([{ reason: { service: 'orders' } }, { value: {} }]);
});

test('only a job that waits can be hurried', async () => {
  const job = await newJob();
  const first = await claimed(job, AT);
  expect(await hurry(job, AT + 10)).toBe(true);
  expect(await claim(job, AT + 10)).toBeNull();
  await retry(first, { mayBeDone: true });
  await hurry(job, AT + 20);
  expect(await claim(job, AT + 20)).not.toBeNull();
  await end(job);
  expect(await hurry(job, AT)).toBe(false);
});
