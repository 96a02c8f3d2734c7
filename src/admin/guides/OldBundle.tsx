import type { GuideFiles } from '../../contract/guide-files.ts';
import { Time } from '../Time.tsx';
import type { AdminProduct } from './guess-product.ts';

type NewerGuide = Pick<GuideFiles, 'id' | 'name'> & {
  /** ISO 8601, UTC. */
  readonly uploadedAt: string;
};

/** A missing file or a sample counts as older than any upload. */
const uploadTime = ({ current }: GuideFiles): string =>
  current === null || current.isSample ? '' : current.uploadedAt;

/**
 * The guides on sale that were uploaded after the bundle's file, which may lack their changes. A restored
 * edition is as old as its upload. A bundle without a file has no newer guides.
 */
export const guidesNewerThan = (
  bundle: GuideFiles,
  products: readonly GuideFiles[],
): readonly NewerGuide[] =>
  bundle.current === null
    ? []
    : products
        .filter((guide) => guide.is_active && uploadTime(guide) > uploadTime(bundle))
        .map((guide) => ({ id: guide.id, name: guide.name, uploadedAt: uploadTime(guide) }));

type Props = { newer: readonly NewerGuide[]; products: readonly AdminProduct[] };

/** Warns that the bundle's file is older than these guides. */
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
        If this file doesn’t include the changes, make the bundle’s PDF again and upload it.
      </p>
    </div>
  );
}
