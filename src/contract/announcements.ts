import * as z from 'zod/mini';

/** The owner's words about a new edition: one or two plain sentences. */
const MOST_CHARACTERS = 500;
const edition = z.string().check(z.minLength(1), z.maxLength(64));

/**
 * POST /api/admin/guides/:id/announce. A preview goes only to the owner. Its answer is what begins the announcement, so
 * that buyers get no other words. An edition is announced once.
 */
export const announceRequest = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('preview'),
    edition,
    changes: z.string().check(z.maxLength(MOST_CHARACTERS)),
  }),
  z.strictObject({ action: z.literal('begin'), preview: z.string() }),
  z.strictObject({ action: z.literal('stop'), edition }),
]);
export type AnnounceRequest = z.infer<typeof announceRequest>;

/** The answer to 'preview'. */
export type PreviewResponse = { preview: string };

/** The progress of an announcement. It goes on by itself. */
export type Announcement = {
  /** ISO 8601, UTC. */
  begun_at: string;
  buyers: number;
  /** Buyers who are still to get it. */
  left: number;
  /** When it goes on, if the day's share of emails is used up; ISO 8601, UTC. */
  paused_until: string | null;
};
