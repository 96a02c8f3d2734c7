import * as z from 'zod/mini';
import { ask } from '../platform/redis.ts';
import { orderKeys } from './keys.ts';

const progressSchema = z.object({
  /** When the last good run began, in Unix seconds; null before the first one. */
  doneAt: z.nullable(z.int()),
  /** A run that ran out of time: when it began, from when on it reads, and the last event that it read. */
  stopped: z.nullable(z.object({ began: z.int(), since: z.int(), after: z.string() })),
});
export type Progress = z.infer<typeof progressSchema>;

/** How far the schedule has read Stripe's events. A new or restored store has no progress. */
export const readProgress = async (): Promise<Progress> => {
  const text = await ask<string | null>((pipeline) => pipeline.get(orderKeys.lastRun()));
  return text === null ? { doneAt: null, stopped: null } : progressSchema.parse(JSON.parse(text));
};

export const writeProgress = (progress: Progress): Promise<unknown> =>
  ask((pipeline) => pipeline.set(orderKeys.lastRun(), JSON.stringify(progress)));
