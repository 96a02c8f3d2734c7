import * as z from 'zod/mini';
import { ask, transaction } from '../clients/redis.ts';
import { jsonFrom } from '../json-from.ts';
import type { RunReport } from './reconcile.ts';
import { orderKeys } from './redis-keys.ts';

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

const lastRunSchema = z.object({
  at: z.number(),
  failed: z.number(),
  next: z.object({
    sessions: z.optional(listProgressSchema),
    events: z.optional(listProgressSchema),
  }),
});

/** When the last run began, how much it could not bring up to date, and how far it came. */
export type LastRun = Pick<RunReport, 'at' | 'failed' | 'next'>;

/** Null before the first run, or if the stored one cannot be read. */
export const findLastRun = async (): Promise<LastRun | null> => {
  const last = await ask<string | null>((pipeline) => pipeline.get(orderKeys().lastRun));
  return lastRunSchema.safeParse(jsonFrom(last ?? '')).data ?? null;
};

export const noteRun = async ({ at, failed, next }: LastRun): Promise<void> => {
  const { lastRun, born } = orderKeys();
  await transaction((commands) => {
    commands.set(lastRun, JSON.stringify({ at, failed, next })).set(born, at, { nx: true });
  });
};
