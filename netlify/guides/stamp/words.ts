import type { KeptEdition, StampRefusal } from '../edition-record.ts';

export const STAMPED = 'Each copy carries its order’s number at the foot of every page.';

const BARE = 'Copies go out without their order’s number:';

const REASONS: Readonly<Record<StampRefusal, string>> = {
  signed: 'the PDF has a digital signature, which any line added to it would break.',
  too_large: 'with it the PDF would pass 18 MB.',
  odd: 'there is no way to add it to this PDF that leaves all else as it is. Export the PDF again, with another program if you have one.',
};

/** Whether an edition's copies carry their order's number, for the owner. */
export const stampWords = ({ stamp }: Pick<KeptEdition, 'stamp'>): string => {
  if (!stamp) {
    return `${BARE} this edition was published before the shop added it. Upload the PDF again.`;
  }
  return 'refusal' in stamp ? `${BARE} ${REASONS[stamp.refusal]}` : STAMPED;
};
