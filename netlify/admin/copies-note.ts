import type { StoredEdition } from '../guides/guide-store.ts';

const REASONS: Readonly<Record<NonNullable<StoredEdition['bare']>, string>> = {
  signed: 'the PDF has a digital signature, which the line would invalidate.',
  too_large: 'the line would make the PDF larger than 18 MB.',
  changed:
    'the line can’t be added to this PDF without changing the rest of the file. Export the PDF again, with a different program if you have one.',
};

export const copiesNote = ({ line, bare }: Pick<StoredEdition, 'line' | 'bare'>): string => {
  if (line) return 'Each copy has its order number at the bottom of every page.';
  const reason = bare
    ? REASONS[bare]
    : 'this edition was published before the shop added order numbers. Upload the PDF again.';
  return `Copies don’t have a line with the order number: ${reason}`;
};
