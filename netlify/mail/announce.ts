import * as z from 'zod/mini';
import type { AnnouncementView } from '#contract/announcements.ts';
import { catalogue, covers, findById } from '../catalogue.ts';
import { getEnv } from '../env.ts';
import { findGuide } from '../guides/blobs-guides.ts';
import { findSums } from '../orders/redis-sums.ts';
import { ALL_TIME } from '../orders/sales.ts';
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

/** By product, how many buyers an announcement reaches at most: all orders that cover it. One request. */
export const buyersUpTo = async (): Promise<Record<string, number>> => {
  const [sums = new Map()] = await findSums([ALL_TIME]);
  return Object.fromEntries(
    catalogue.products.map((product) => [
      product.id,
      [...sums].reduce((sum, [type, { orders }]) => sum + (covers(type, product) ? orders : 0), 0),
    ]),
  );
};

const REASONS: readonly (readonly [reason: RegExp, says: string])[] = [
  [/quota/, 'The mail service takes no more emails today, or this month, by your plan there.'],
  [
    /^share/,
    'Your plan at the mail service takes 100 emails a day, and the rest of today’s are kept for receipts.',
  ],
  [/^receipts/, 'Receipts wait to be sent, and go out first.'],
  [/^429/, 'The mail service asks for a break.'],
  [/^4(?!09)/, 'The mail service refuses the shop’s key or its address. Mend that at the service.'],
  [/^payments/, 'Stripe, which knows the addresses, does not answer.'],
];

const waitsFor = (reason: string): string =>
  REASONS.find(([known]) => known.test(reason))?.[1] ?? 'The mail service does not answer.';

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
