import * as z from 'zod/mini';
import type { NewsRecord } from './edition-news.ts';

const count = z.optional(z.coerce.number().check(z.int()));
/** As it stands in Redis. */
const toldSchema = z.object({
  product: z.string(),
  since: z.coerce.number(),
  changes: z.string(),
  begun: z.coerce.number(),
  from: z.optional(z.string()),
  buyers: z.optional(z.coerce.number()),
  sent: count,
  refused: count,
  skipped: count,
  unsure: count,
  /** "<until> <reason>" */
  paused: z.optional(z.string()),
  stopped: z.optional(z.string()),
  done: z.optional(z.string()),
});

/** `waiting`: how many are in the queue. */
export const recordOf = (
  edition: string,
  hash: Readonly<Record<string, string>>,
  waiting: number,
): NewsRecord => {
  const told = toldSchema.parse(hash);
  const [until = '', ...reason] = told.paused?.split(' ') ?? [];
  const isGathering = told.from !== undefined;
  const state = isGathering ? 'gathering' : 'sending';
  return {
    edition,
    product: told.product,
    since: told.since,
    changes: told.changes,
    gatheredTo: told.from ?? null,
    pausedUntil: Number(until),
    begunAt: told.begun,
    state: told.done ? 'done' : told.stopped ? 'stopped' : state,
    buyers: told.buyers ?? waiting,
    sent: told.sent ?? 0,
    leftOut: (told.refused ?? 0) + (told.skipped ?? 0) + (told.unsure ?? 0),
    pausedBy: told.paused === undefined ? null : reason.join(' '),
  };
};
