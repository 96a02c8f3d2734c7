import { Time } from '../Time.tsx';
import type { NewerGuide } from './bundle-age.ts';
import type { AdminProduct } from './guess-product.ts';

type Props = { newer: readonly NewerGuide[]; products: readonly AdminProduct[] };

/** Names the guides that the bundle's file may be behind, and what to do about it. */
export function OldBundle({ newer, products }: Props) {
  if (newer.length === 0) return null;
  return (
    <div className="mt-3 border-l-4 border-coin pl-3 text-small">
      <p className="font-semibold">
        This file is older than {newer.length === 1 ? 'a guide' : 'guides'} in it
      </p>
      <ul>
        {newer.map(({ id, name, uploadedAt }) => (
          <li key={id}>
            {products.find((product) => product.id === id)?.label ?? name}: uploaded{' '}
            <Time at={uploadedAt} />
          </li>
        ))}
      </ul>
      <p className="mt-1">
        If this file lacks what is new there, make the bundle’s PDF again and upload it.
      </p>
    </div>
  );
}
