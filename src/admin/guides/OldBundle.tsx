import type { GuideFiles } from '../../contract/guide-files.ts';

/** A missing file or a sample counts as older than any upload. */
const uploadTime = ({ current }: GuideFiles): string =>
  current === null || current.isSample ? '' : current.uploadedAt;

/**
 * The guides on sale that were uploaded after the bundle's file, which may lack their changes. A restored
 * edition is as old as its upload. A bundle without a file has no newer guides.
 */
export const guidesNewerThan = (
  bundle: GuideFiles,
  guides: readonly GuideFiles[],
): readonly GuideFiles[] =>
  guides.filter(
    (guide) => bundle.current !== null && guide.is_active && uploadTime(guide) > uploadTime(bundle),
  );

type Props = { bundle: GuideFiles; guides: readonly GuideFiles[] };

/** Warns that the bundle's file is older than some guides in it. */
export function OldBundle({ bundle, guides }: Props) {
  const newer = guidesNewerThan(bundle, guides);
  if (newer.length === 0) return null;
  return (
    <p className="mt-3 border-l-4 border-coin pl-3 text-small">
      {`This file is older than ${newer.map(({ name }) => name).join(', ')}. Replace it too if it lacks the changes.`}
    </p>
  );
}
