import * as z from 'zod/mini';
import { redisClient } from '../clients/redis.ts';
import type { Memory, Reconciliation, Run } from './reconcile.ts';
import { orderKeys } from './redis-keys.ts';
import { jsonFrom } from '../json-from.ts';

/** Runs that healed or failed, which the owner may want to know of. */
const RUNS_KEPT = 100;

const progressSchema = z.object({
  doneAt: z.optional(z.number()),
  allDoneAt: z.optional(z.number()),
  sweep: z.optional(
    z.object({
      began: z.number(),
      since: z.number(),
      isOfAll: z.boolean(),
      after: z.optional(z.string()),
      hasFailed: z.boolean(),
    }),
  ),
});

const memorySchema = z.object({
  at: z.optional(z.number()),
  next: z.object({ sessions: z.optional(progressSchema), events: z.optional(progressSchema) }),
});

const runSchema = z.pipe(
  z.object({
    at: z.number(),
    sessions: z.number(),
    events: z.number(),
    failed: z.number(),
    healed: z.record(z.string(), z.unknown()),
  }),
  z.transform(({ healed, ...run }): Run => ({ ...run, healed: Object.keys(healed) })),
);

/** A report that cannot be read tells nothing, and must not hide the others. */
const runFrom = (report: string): Run[] => {
  const run = runSchema.safeParse(jsonFrom(report));
  return run.success ? [run.data] : [];
};

/** What the last run has left, and when it began; nothing before the first, or where it cannot be read. */
export const recallLastRun = async (): Promise<{ next: Memory; at: number | null }> => {
  const { reached, redis } = redisClient();
  const last = await reached(redis.get<string>(orderKeys().lastRun));
  const memory = memorySchema.safeParse(jsonFrom(last ?? '')).data;
  return { next: memory?.next ?? {}, at: memory?.at ?? null };
};

export const noteRun = async (run: Reconciliation): Promise<void> => {
  const { reached, redis } = redisClient();
  const keys = orderKeys();
  const report = JSON.stringify(run);
  const transaction = redis.multi().set(keys.lastRun, report).set(keys.born, run.at, { nx: true });
  const hasNews = run.failed > 0 || Object.keys(run.healed).length > 0;
  if (hasNews) transaction.lpush(keys.news, report).ltrim(keys.news, 0, RUNS_KEPT - 1);
  await reached(transaction.exec());
};

/** The last run, and so many of those that healed or failed, newest first. */
export const findRuns = async (
  most: number,
): Promise<{ readonly last: Run | null; readonly news: readonly Run[] }> => {
  const { reached, send } = redisClient();
  const keys = orderKeys();
  const asked = [
    send<string | null>((pipeline) => pipeline.get(keys.lastRun)),
    send<string[]>((pipeline) => pipeline.lrange(keys.news, 0, most - 1)),
  ] as const;
  const [last, news] = await reached(Promise.all(asked));
  return { last: runFrom(last ?? '')[0] ?? null, news: news.flatMap(runFrom) };
};
