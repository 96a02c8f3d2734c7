import * as z from 'zod/mini';

/** The owner's words about a new edition: one or two plain sentences. */
const MOST_CHARACTERS = 500;
const changes = z.string().check(z.maxLength(MOST_CHARACTERS));

/**
 * POST /api/admin/edition-news. A preview goes only to the owner. Its answer is what starts the announcement, so that
 * buyers get no other words. Starting it twice announces once.
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

/** The progress of an edition announcement. */
export type AnnouncementView = {
  product: string;
  edition: string;
  /** ISO 8601, UTC. */
  begunAt: string;
  /** 'gathering': the shop is still finding the buyers among the orders. */
  state: 'gathering' | 'sending' | 'stopped' | 'done';
  /** The buyers found so far. */
  buyers: number;
  sent: number;
  /** Buyers who unsubscribed, lost access, or whose address accepted no email. */
  leftOut: number;
  /** Why it is waiting, in a sentence for the owner; null where it is not. It continues on its own. */
  waits: string | null;
};

/** GET /api/admin/edition-news, and the answer to every POST except a preview. */
export type AnnouncementsResponse = {
  /** Whether the shop sends email. */
  sendsMail: boolean;
  /** The most buyers that an announcement can reach: every order of the shop counts. */
  upTo: number;
  /** Where previews go. */
  previewTo: string;
  /** How many of these emails go out a day where the email service's plan has a daily quota. */
  perDay: number;
  /** Newest first. */
  news: AnnouncementView[];
};
