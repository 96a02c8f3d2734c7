import * as z from 'zod/mini';

/** All other data in Redis can be derived, belongs to unfinished work, or counts calls. */
const SAVED_HASHES = ['order', 'announced'] as const;

export const REDIS_FILE = 'redis.ndjson';

/** One line of `REDIS_FILE`: a Redis hash. */
export const savedHashSchema = z.object({
  name: z.enum(SAVED_HASHES),
  /** The id of an order's session, or of an announcement's edition. */
  id: z.string(),
  fields: z.record(z.string(), z.string()),
});
export type SavedHash = z.infer<typeof savedHashSchema>;

/** backup.json. It is written last, so a backup without it is incomplete. */
export const manifestSchema = z.object({
  format: z.literal(2),
  /** ISO 8601, UTC. */
  madeAt: z.string(),
  /** The orders' context, such as "production-live". */
  context: z.string(),
  /** The HMACs of the buyers who unsubscribed from announcements. */
  unsubscribed: z.array(z.string()),
  guides: z.array(z.object({ key: z.string() })),
  /** The hash of each file, by its path in the backup. */
  sha256: z.record(z.string(), z.string()),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const guidePath = (key: string): string => `guides/${encodeURIComponent(key)}`;
