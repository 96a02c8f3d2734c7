import * as z from 'zod/mini';

/** What the owner says of a new edition: one or two plain sentences. */
const MOST_CHARACTERS = 500;
const changes = z.string().check(z.maxLength(MOST_CHARACTERS));

/**
 * POST /api/admin/edition-news. A preview goes to the owner alone; what it answers is what buyers are then told by,
 * so that no other words reach them. To tell twice tells once.
 */
export const announcementsRequest = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('preview'),
    product: z.string(),
    edition: z.string(),
    changes,
  }),
  z.strictObject({ action: z.literal('tell'), preview: z.string() }),
  z.strictObject({ action: z.enum(['stop', 'resume']), edition: z.string() }),
]);
export type AnnouncementsRequest = z.infer<typeof announcementsRequest>;

/** The answer to 'preview'. */
export type PreviewResponse = { preview: string };

/** How far it is that the buyers of a guide are told of an edition. */
export type AnnouncementView = {
  product: string;
  edition: string;
  /** ISO 8601, UTC. */
  begunAt: string;
  /** 'gathering': the buyers are still being looked for among the orders. */
  state: 'gathering' | 'sending' | 'stopped' | 'done';
  /** Those that were found so far. */
  buyers: number;
  sent: number;
  /** Those who want no such mail, have no access any more, or whose address took none. */
  leftOut: number;
  /** Why it waits, in a sentence for the owner; null where nothing keeps it. It goes on by itself. */
  waits: string | null;
};

/** GET /api/admin/edition-news, and the answer to all else that is posted there. */
export type AnnouncementsResponse = {
  /** Whether the shop sends mails. */
  sendsMail: boolean;
  /** By product: at most so many buyers would be told. Every order counts, refunded ones and second ones too. */
  upTo: Record<string, number>;
  /** Where previews go. */
  previewTo: string;
  /** How many of these emails go out a day where the mail service's plan has a quota by the day. */
  perDay: number;
  /** The latest first. */
  news: AnnouncementView[];
};
