import * as z from 'zod/mini';
import { ask, transaction } from '../clients/redis.ts';
import { jsonFrom } from '../json-from.ts';
import type { Progress, Run, RunReport } from './reconcile.ts';
import { orderKeys } from './redis-keys.ts';

/** Reports that the owner may want to read: of runs that healed or failed. */
const REPORTS_KEPT = 100;

const listProgressSchema = z.object({
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

const reportSchema = z.object({
  at: z.number(),
  sessions: z.number(),
  events: z.number(),
  failed: z.number(),
  healed: z.record(z.string(), z.unknown()),
  next: z.object({
    sessions: z.optional(listProgressSchema),
    events: z.optional(listProgressSchema),
  }),
});

const reportFrom = (text: string | null) => reportSchema.safeParse(jsonFrom(text ?? '')).data;

/** One that cannot be read is left out, so that it does not hide the others. */
const runFrom = (text: string | null): Run[] => {
  const { healed, ...run } = reportFrom(text) ?? {};
  return 'at' in run ? [{ ...run, healed: Object.keys(healed ?? {}) }] : [];
};

/** How far the last run came, and when it began; no progress before the first run, or where it cannot be read. */
export const recallLastRun = async (): Promise<{ next: Progress; at: number | null }> => {
  const last = await ask<string | null>((pipeline) => pipeline.get(orderKeys().lastRun));
  return reportFrom(last) ?? { next: {}, at: null };
};

export const noteRun = async (run: RunReport): Promise<void> => {
  const keys = orderKeys();
  const report = JSON.stringify(run);
  const isNotable = run.failed > 0 || Object.keys(run.healed).length > 0;
  await transaction((commands) => {
    commands.set(keys.lastRun, report).set(keys.born, run.at, { nx: true });
    if (isNotable) {
      commands.lpush(keys.runReports, report).ltrim(keys.runReports, 0, REPORTS_KEPT - 1);
    }
  });
};

/** The last run, and up to `most` of those that healed or failed, newest first. */
export const findRuns = async (
  most: number,
): Promise<{ readonly last: Run | null; readonly news: readonly Run[] }> => {
  const keys = orderKeys();
  const [last, reports] = await Promise.all([
    ask<string | null>((pipeline) => pipeline.get(keys.lastRun)),
    ask<string[]>((pipeline) => pipeline.lrange(keys.runReports, 0, most - 1)),
  ]);
  return { last: runFrom(last)[0] ?? null, news: reports.flatMap(runFrom) };
};
