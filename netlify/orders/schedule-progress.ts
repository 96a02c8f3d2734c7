import * as z from 'zod/mini';
import { callRedis } from '../platform/redis.ts';
import { orderKeys } from './keys.ts';

const progressSchema = z.object({
  /**
   * When the last complete run began, in Unix seconds; null before the first one. The time when it
   * ended would be too late, because the next run must also read the events that arrived during
   * that run.
   */
  doneAt: z.nullable(z.int()),
  /** A run that ran out of time. The next run continues it. */
  stopped: z.nullable(
    z.object({
      began: z.int(),
      /** The run reads the events since this time, in Unix seconds. */
      since: z.int(),
      /** The id of the last event that it read. */
      after: z.string(),
    }),
  ),
});

export type ScheduleProgress = z.infer<typeof progressSchema>;

/** A new or restored store has no progress. Throws `Unavailable`. */
export const readProgress = async (): Promise<ScheduleProgress> => {
  const json = await callRedis<string | null>((pipeline) => pipeline.get(orderKeys.lastRun()));
  return json === null ? { doneAt: null, stopped: null } : progressSchema.parse(JSON.parse(json));
};

export const writeProgress = async (progress: ScheduleProgress): Promise<void> => {
  await callRedis((pipeline) => pipeline.set(orderKeys.lastRun(), JSON.stringify(progress)));
};
