import type { GuideFiles } from '../../contract/guide-files.ts';
import { Time } from '../Time.tsx';
import type { AdminProduct } from './guess-product.ts';

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
): readonly GuideFiles[] =>
  products.filter(
    (guide) => bundle.current !== null && guide.is_active && uploadTime(guide) > uploadTime(bundle),
  );

type Props = {
  bundle: GuideFiles;
  guides: readonly GuideFiles[];
  products: readonly AdminProduct[];
};

/** Warns that the bundle's file is older than some guides in it. */
export function OldBundle({ bundle, guides, products }: Props) {
  const newer = guidesNewerThan(bundle, guides);
  if (newer.length === 0) return null;
  return (
    <div className="mt-3 border-l-4 border-coin pl-3 text-small">
      <p className="font-semibold">
        This file is older than {newer.length === 1 ? 'a guide' : 'guides'} in it
      </p>
      <ul>
        {newer.map((guide) => (
          <li key={guide.id}>
            {products.find(({ id }) => id === guide.id)?.label ?? guide.name}: uploaded{' '}
            <Time at={uploadTime(guide)} />
          </li>
        ))}
      </ul>
      <p className="mt-1">
        If this file doesn’t include the changes, make the bundle’s PDF again and upload it.
      </p>
    </div>
  );
}
