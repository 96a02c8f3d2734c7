import type { Product } from '#contract/catalogue.ts';
import type { CurrentEdition, Edition, GuideFiles } from '#contract/guide-files.ts';
import { catalogue } from '../shop/catalogue.ts';
import { type KeptEdition, readRecord } from './blobs-guides.ts';

const BARE = 'Copies go out without their order number:';

const REASONS: Readonly<Record<NonNullable<KeptEdition['bare']>, string>> = {
  signed: 'the PDF has a digital signature, which any line added to it would break.',
  too_large: 'with it the PDF would pass 18 MB.',
  changed:
    'it can’t be added to this PDF without changing the rest. Export the PDF again, with a different program if you have one.',
};

/** Whether an edition's copies carry their order's number, for the owner. */
export const copiesWords = ({ line, bare }: Pick<KeptEdition, 'line' | 'bare'>): string => {
  if (line) return 'Each copy has its order number at the bottom of every page.';
  const why = bare
    ? REASONS[bare]
    : 'this edition was published before the shop added it. Upload the PDF again.';
  return `${BARE} ${why}`;
};

/** The edition as the owner uploaded it; nothing for a sample. */
const uploadOf = ({ id, upload }: KeptEdition): Edition[] => (upload ? [{ id, ...upload }] : []);

const currentOf = (edition: KeptEdition): CurrentEdition => {
  const { size, sha256, since } = edition;
  const [upload] = uploadOf(edition);
  const copies = catalogue.stamp && (upload || edition.line) ? copiesWords(edition) : null;
  if (!upload) return { isSample: true, size, sha256, since: null, copies };
  return { isSample: false, ...upload, since, copies };
};

/** A product with its current and earlier editions. */
export const guideFilesOf = async ({
  id,
  name,
  file_name,
  is_active,
}: Product): Promise<Omit<GuideFiles, 'announcement' | 'buyers'>> => {
  const [current, ...earlier] = (await readRecord(file_name)).editions;
  return {
    id,
    name,
    file_name,
    is_active,
    current: current ? currentOf(current) : null,
    earlier: earlier.flatMap(uploadOf),
  };
};
