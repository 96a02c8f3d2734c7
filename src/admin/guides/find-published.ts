import type { PublishResponse, GuideFilesResponse } from '../../contract/guide-files.ts';

/** What the shop answered when it published a file, read off the shelf; null where buyers get another one. */
export function findPublished(
  { products }: GuideFilesResponse,
  product: string,
  sha256: string,
): PublishResponse | null {
  const found = products.find(({ id }) => id === product);
  const current = found?.current;
  if (!found || !current || current.isSample || current.sha256 !== sha256) return null;
  const { size, pages, title } = current;
  return { product, fileName: found.file_name, size, sha256, pages, title, changed: true };
}
