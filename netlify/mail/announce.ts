import * as z from 'zod/mini';
import type { AnnouncementView } from '#contract/announcements.ts';
import { catalogue, findById } from '../catalogue.ts';
import { getEnv } from '../env.ts';
import { findGuide } from '../guides/blobs-guides.ts';
import { seal, unseal } from '../seal.ts';
import type { Announcement, AnnouncementRecord } from './announcement.ts';

/** What the owner has read in a preview. No other words reach buyers. */
const previewedSchema = z.object({
  product: z.string(),
  edition: z.string(),
  changes: z.string(),
});
type Previewed = z.infer<typeof previewedSchema>;

export const sealPreviewed = ({ product, edition, changes }: Previewed): Promise<string> =>
  seal('edition-preview', { product, edition, changes }, getEnv().SIGNING_SECRET);

/** null where this shop has not sealed it. */
export const openPreviewed = (sealed: string): Promise<Previewed | null> =>
  unseal('edition-preview', previewedSchema, sealed, getEnv().SIGNING_SECRET);

/** The announcement of the edition that buyers get now; null for any other edition. */
export const announcementOf = async ({
  product: id,
  edition,
  changes,
}: Previewed): Promise<Announcement | null> => {
  const product = findById(catalogue, id);
  const current = product && (await findGuide(product.file_name))?.edition;
  if (!current || current.id !== edition) return null;
  const since = Math.floor(Date.parse(current.since) / 1000);
  return { edition, product: id, since, changes: changes.replace(/\s+/g, ' ').trim() };
};

const REASONS: readonly (readonly [reason: RegExp, says: string])[] = [
  [/quota/, 'You’ve used up today’s or this month’s emails on your plan.'],
  [/^share/, 'Your plan allows 100 emails a day, and the rest of today’s are kept for receipts.'],
  [/^receipts/, 'Receipts are waiting and go out first.'],
  [/^429/, 'The email service asked us to slow down.'],
  [
    /^4(?!09)/,
    'The email service rejects the shop’s key or sender address. Fix that in your account there.',
  ],
  [/^payments/, 'Stripe has the addresses and isn’t responding.'],
];

const waitsFor = (reason: string): string =>
  REASONS.find(([known]) => known.test(reason))?.[1] ?? 'The email service isn’t responding.';

export const serializeAnnouncement = ({
  product,
  edition,
  begunAt,
  state,
  buyers,
  sent,
  leftOut,
  pausedBy,
}: AnnouncementRecord): AnnouncementView => ({
  product,
  edition,
  begunAt: new Date(begunAt * 1000).toISOString(),
  state,
  buyers,
  sent,
  leftOut,
  waits: pausedBy === null ? null : waitsFor(pausedBy),
});
