import type { GuideFiles } from '../../contract/guide-files.ts';

export type NewerGuide = Pick<GuideFiles, 'id' | 'name'> & {
  /** ISO 8601, UTC. */
  readonly uploadedAt: string;
};

/** What nobody uploaded is older than all that was. */
const uploadedAt = ({ current }: GuideFiles): string =>
  current === null || current.isSample ? '' : current.uploadedAt;

/**
 * The guides on sale that were uploaded after the bundle's file, which may lack what is new in them. An
 * edition that was restored is as old as its upload. Without a file there is nothing that could be too old.
 */
export const guidesNewerThan = (
  bundle: GuideFiles,
  products: readonly GuideFiles[],
): readonly NewerGuide[] =>
  bundle.current === null
    ? []
    : products
        .filter((guide) => guide.is_active && uploadedAt(guide) > uploadedAt(bundle))
        .map((guide) => ({ id: guide.id, name: guide.name, uploadedAt: uploadedAt(guide) }));
