import * as z from 'zod/mini';

/** An email to the buyers of a guide about its new edition. Times are Unix seconds. */
export type Announcement = {
  readonly edition: string;
  /** The product's id in the catalogue. */
  readonly product: string;
  /** Since when buyers get the edition. Orders that began later have it already. */
  readonly since: number;
  /** In the owner's words; may be empty. */
  readonly changes: string;
};

/** An announcement that was begun. */
export type AnnouncementRecord = Announcement & {
  /** The session up to which buyers were queued, '-' before the first; null once all are. */
  readonly gatheredTo: string | null;
  /** Until when nothing is to be sent. */
  readonly pausedUntil: number;
  readonly begunAt: number;
  readonly state: 'gathering' | 'sending' | 'stopped' | 'done';
  /** How many were queued so far. */
  readonly buyers: number;
  readonly sent: number;
  /** How many need no email, or could not be sent one. */
  readonly leftOut: number;
  /** Why the last portion stopped; null where it did not. */
  readonly pausedBy: string | null;
};

const count = z.optional(z.coerce.number().check(z.int()));
/** As it stands in Redis. */
const storedSchema = z.object({
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

/** `waiting`: how many are still queued. */
export const recordOf = (
  edition: string,
  hash: Readonly<Record<string, string>>,
  waiting: number,
): AnnouncementRecord => {
  const stored = storedSchema.parse(hash);
  const [until = '', ...reason] = stored.paused?.split(' ') ?? [];
  const state = stored.from === undefined ? 'sending' : 'gathering';
  return {
    edition,
    product: stored.product,
    since: stored.since,
    changes: stored.changes,
    gatheredTo: stored.from ?? null,
    pausedUntil: Number(until),
    begunAt: stored.begun,
    state: stored.done ? 'done' : stored.stopped ? 'stopped' : state,
    buyers: stored.buyers ?? waiting,
    sent: stored.sent ?? 0,
    leftOut: (stored.refused ?? 0) + (stored.skipped ?? 0) + (stored.unsure ?? 0),
    pausedBy: stored.paused === undefined ? null : reason.join(' '),
  };
};
