import type { Product } from '#contract/catalogue.ts';
import type { CurrentEdition, GuideFiles } from '#contract/guide-files.ts';
import { catalogue } from '../shop/catalogue.ts';
import { readRecord } from './blobs-editions.ts';
import { type Guide, findGuide } from './blobs-guides.ts';
import {
  type EditionRecord,
  KEPT_EARLIER,
  type KeptEdition,
  type StampRefusal,
  editionsOf,
  uploadOf,
} from './edition-record.ts';

const STAMPED = 'Each copy has its order number at the bottom of every page.';

const BARE = 'Copies go out without their order number:';

const REASONS: Readonly<Record<StampRefusal, string>> = {
  signed: 'the PDF has a digital signature, which any line added to it would break.',
  too_large: 'with it the PDF would pass 18 MB.',
  odd: 'it can’t be added to this PDF without changing the rest. Export the PDF again, with a different program if you have one.',
};

/** Whether an edition's copies carry their order's number, for the owner. */
export const stampWords = ({ stamp }: Pick<KeptEdition, 'stamp'>): string => {
  if (!stamp) {
    return `${BARE} this edition was published before the shop added it. Upload the PDF again.`;
  }
  return 'refusal' in stamp ? `${BARE} ${REASONS[stamp.refusal]}` : STAMPED;
};

const currentOf = (current: Guide | null, record: EditionRecord): CurrentEdition | null => {
  if (!current) return null;
  const stamps = catalogue.stamp;
  const { size, sha256, edition, stamp } = current;
  const kept = editionsOf(record).find(({ id }) => id === edition?.id);
  if (!edition || !kept) {
    return { isSample: true, size, sha256, since: null, copies: stamps && stamp ? STAMPED : null };
  }
  const copies = stamps ? stampWords(kept) : null;
  return { isSample: false, ...uploadOf(kept), since: edition.since, copies };
};

/** A product with its current and earlier editions. */
export const guideFilesOf = async ({
  id,
  name,
  file_name,
  is_active,
}: Product): Promise<Omit<GuideFiles, 'announcement' | 'buyers'>> => {
  const [current, record] = await Promise.all([findGuide(file_name), readRecord(file_name)]);
  const earlier = record.editions.filter((edition) => edition.id !== current?.edition?.id);
  return {
    id,
    name,
    file_name,
    is_active,
    current: currentOf(current, record),
    earlier: earlier.slice(0, KEPT_EARLIER).map(uploadOf),
  };
};
