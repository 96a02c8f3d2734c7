import type { StoredEdition } from '../guides/guide-store.ts';

const REASONS: Readonly<Record<NonNullable<StoredEdition['bare']>, string>> = {
  signed: 'the PDF has a digital signature, which an added line would break.',
  too_large: 'with it, the PDF would be over 18 MB.',
  changed:
    'it can’t be added to this PDF without changing the rest of the file. Export the PDF again, with a different program if you have one.',
};

export const copiesNote = ({ line, bare }: Pick<StoredEdition, 'line' | 'bare'>): string => {
  if (line) return 'Each copy has its order number at the bottom of every page.';
  const reason = bare
    ? REASONS[bare]
    : 'this edition was published before the shop added order numbers. Upload the PDF again.';
  return `Copies go out without their order number: ${reason}`;
};
