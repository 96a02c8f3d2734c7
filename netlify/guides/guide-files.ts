import type { Product } from '#contract/catalogue.ts';
import type { CurrentEdition, GuideFiles } from '#contract/guide-files.ts';
import { type EditionRecord, KEPT_EARLIER, editionsOf } from './edition-record.ts';
import type { Current, EditionPorts } from './editions.ts';

const currentOf = (current: Current | null, record: EditionRecord): CurrentEdition | null => {
  if (!current) return null;
  const { size, sha256, edition } = current;
  const uploaded = editionsOf(record).find(({ id }) => id === edition?.id);
  if (!edition || !uploaded) return { isSample: true, size, sha256, since: null };
  return { isSample: false, ...uploaded, since: edition.since };
};

/** A product with its file, and those before it. */
export const guideFilesOf = async (
  { guides, editions }: Pick<EditionPorts, 'guides' | 'editions'>,
  { id, name, file_name, is_active }: Product,
): Promise<GuideFiles> => {
  const [current, record] = await Promise.all([
    guides.find(file_name),
    editions.readRecord(file_name),
  ]);
  const earlier = record.editions.filter((edition) => edition.id !== current?.edition?.id);
  return {
    id,
    name,
    file_name,
    is_active,
    current: currentOf(current, record),
    earlier: earlier.slice(0, KEPT_EARLIER),
  };
};
