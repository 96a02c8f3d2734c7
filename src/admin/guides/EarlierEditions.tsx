import type { Edition } from '../../contract/guide-files.ts';
import { ShelfEdition } from './Edition.tsx';

type Props = { product: string; label: string; editions: readonly Edition[] };

/** The editions before the one that buyers get, each ready to be that again. */
export function ShelfEarlier({ product, label, editions }: Props) {
  const count = editions.length;
  if (count === 0) return null;
  return (
    <details className="fold earlier text-small">
      <summary>
        {count} earlier {count === 1 ? 'edition' : 'editions'}
        <span className="sr-only"> of {label}</span>
      </summary>
      <ul className="mt-1">
        {editions.map((edition) => (
          <ShelfEdition key={edition.id} product={product} edition={edition} />
        ))}
      </ul>
    </details>
  );
}
