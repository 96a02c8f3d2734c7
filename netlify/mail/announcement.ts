import * as z from 'zod/mini';

/** That buyers are told of a new edition. Times are Unix seconds. */
export type Announcement = {
  readonly edition: string;
  /** Its id in the catalogue. */
  readonly product: string;
  /** Since when buyers get the edition: who began to buy after that has it. */
  readonly since: number;
  /** In the owner's words; may be empty. */
  readonly changes: string;
};

/** What is known of an announcement that was begun. */
export type AnnouncementRecord = Announcement & {
  /** The session up to which buyers were gathered, '-' before the first; null where all are. */
  readonly gatheredTo: string | null;
  /** Until when nothing is to be tried. */
  readonly pausedUntil: number;
  readonly begunAt: number;
  readonly state: 'gathering' | 'sending' | 'stopped' | 'done';
  /** Those that were gathered so far. */
  readonly buyers: number;
  readonly sent: number;
  /** Those who were to get none, or to whom none could be sent. */
  readonly leftOut: number;
  /** What kept the last portion from going on; null where nothing did. */
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

/** `waiting`: how many are in the queue. */
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
