import * as z from 'zod/mini';
import { ask } from '../../clients/redis.ts';
import { orderKeys } from '../../orders/redis-keys.ts';
import { numberOf } from '../../orders/order-names.ts';
import type { Past } from './past-checks.ts';

const failureSchema = z.object({
  at: z.number(),
  route: z.string(),
  id: z.string(),
  error: z.record(z.string(), z.string()),
});

/** Of the receipts that wait, to find out which is the oldest. */
const LOOKED_AT = 100;

/** The last requests that met an error, newest first. */
export const readFailures = async (): Promise<Past['failures']> => {
  const keys = orderKeys();
  const noted = await ask<string[]>((pipeline) => pipeline.lrange(keys.failures, 0, -1));
  return noted.map((text) => failureSchema.parse(JSON.parse(text)));
};

/** What was noted in the last days. A file of its own, since every function writes notes and one reads them. */
export const readNotes = async (): Promise<Pick<Past, 'failures' | 'webhookAt' | 'receipts'>> => {
  const keys = orderKeys();
  const asked = [
    readFailures(),
    ask<string | null>((pipeline) => pipeline.get(keys.lastWebhook)),
    ask<number>((pipeline) => pipeline.zcard(keys.receipts)),
    ask<string[]>((pipeline) => pipeline.zrange(keys.receipts, 0, LOOKED_AT - 1)),
    ask<string[]>((pipeline) =>
      pipeline.zrange(keys.lostReceipts, 0, 0, { rev: true, withScores: true }),
    ),
  ] as const;
  const [failures, webhookAt, waiting, sessions, [lost, lostAt]] = await Promise.all(asked);
  const paid = sessions.map((session) =>
    ask<string | null>((pipeline) => pipeline.hget(keys.order(session), 'payment:paid')),
  );
  const times = (await Promise.all(paid)).map((fact) => Number(fact?.split(' ')[1]));
  return {
    failures,
    webhookAt: webhookAt === null ? null : Number(webhookAt),
    // They stand there by when to try again, which tells nothing of how long they have waited.
    receipts: {
      waiting,
      since: times.length === 0 ? null : Math.min(...times),
      lost: lost === undefined ? null : { order: numberOf(lost), at: Number(lostAt) },
    },
  };
};
