import * as z from 'zod/mini';
import { ask } from '../../clients/redis.ts';
import { orderKeys } from '../../orders/redis-keys.ts';
import type { Past } from './past-checks.ts';

const failureSchema = z.object({
  at: z.number(),
  route: z.string(),
  id: z.string(),
  error: z.record(z.string(), z.string()),
});

/** The number of queued receipts to search for the oldest. */
const LOOKED_AT = 100;

/** The last requests that failed, newest first. */
const readFailures = async (): Promise<Past['failures']> => {
  const keys = orderKeys();
  const noted = await ask<string[]>((pipeline) => pipeline.lrange(keys.failures, 0, -1));
  return noted.map((text) => failureSchema.parse(JSON.parse(text)));
};

/** Reads the notes of the last days. Every function writes notes, but only one reads them, with this file. */
export const readNotes = async (): Promise<Pick<Past, 'failures' | 'webhookAt' | 'receipts'>> => {
  const keys = orderKeys();
  const [failures, webhookAt, waiting, sessions] = await Promise.all([
    readFailures(),
    ask<string | null>((pipeline) => pipeline.get(keys.lastWebhook)),
    ask<number>((pipeline) => pipeline.zcard(keys.receipts)),
    ask<string[]>((pipeline) => pipeline.zrange(keys.receipts, 0, LOOKED_AT - 1)),
  ]);
  const paid = sessions.map((session) =>
    ask<string | null>((pipeline) => pipeline.hget(keys.order(session), 'payment:paid')),
  );
  const times = (await Promise.all(paid)).map((fact) => Number(fact?.split(' ')[1]));
  return {
    failures,
    webhookAt: webhookAt === null ? null : Number(webhookAt),
    // The queue is sorted by the time of the next attempt, which doesn't show how long a receipt has waited.
    receipts: {
      waiting,
      since: times.length === 0 ? null : Math.min(...times),
    },
  };
};
