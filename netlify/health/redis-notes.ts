import * as z from 'zod/mini';
import type { OrderKeys } from '../orders/redis-keys.ts';
import type { RedisClient } from '../clients/redis.ts';
import type { Past } from './past-checks.ts';

const failureSchema = z.object({
  at: z.number(),
  route: z.string(),
  id: z.string(),
  error: z.record(z.string(), z.string()),
});

type PastOptions = Pick<RedisClient, 'send' | 'reached'> & { readonly keys: OrderKeys };

/** What was noted in the last days. A file of its own, since every function writes notes and one reads them. */
export const readNotes = async ({
  send,
  reached,
  keys,
}: PastOptions): Promise<Pick<Past, 'failures' | 'webhookAt'>> => {
  const asked = [
    send<string[]>((pipeline) => pipeline.lrange(keys.failures, 0, -1)),
    send<string | null>((pipeline) => pipeline.get(keys.lastWebhook)),
  ] as const;
  const [failures, webhookAt] = await reached(Promise.all(asked));
  return {
    failures: failures.map((text) => failureSchema.parse(JSON.parse(text))),
    webhookAt: webhookAt === null ? null : Number(webhookAt),
  };
};
