import type { Edition } from '../../contract/guide-files.ts';
import { EditionCard } from './EditionCard.tsx';

type Props = { product: string; label: string; editions: readonly Edition[] };

/** The editions before the one that buyers get, each ready to be that again. */
export function EarlierEditions({ product, label, editions }: Props) {
  const count = editions.length;
  if (count === 0) return null;
  return (
    <details className="col-start-2 text-small md:-col-end-1">
      <summary className="w-fit cursor-pointer py-2">
        {count} earlier {count === 1 ? 'edition' : 'editions'}
        <span className="sr-only"> of {label}</span>
      </summary>
      <ul className="mt-1">
        {editions.map((edition) => (
          <EditionCard key={edition.id} product={product} edition={edition} />
        ))}
      </ul>
    </details>
  );
}
