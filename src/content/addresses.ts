import type { Kind } from './kind.ts';
import { kinds } from './kinds.ts';

const FILE_NAME = /^[a-z0-9]+(-[a-z0-9]+)*\.md$/;

export const KINDS: readonly Kind[] = Object.values(kinds);

export const allowedPaths = ({ location, fileNames }: Kind): string[] =>
  fileNames?.map((name) => `${location}${name}.md`) ?? [location];

export const kindOf = (file: string): Kind | undefined =>
  KINDS.find(
    (kind) =>
      allowedPaths(kind).includes(file) ||
      (!kind.fileNames &&
        file.startsWith(kind.location) &&
        FILE_NAME.test(file.slice(kind.location.length))),
  );

/** The file's part of its page's address: `content/faqs/03-kindle.md` has the slug "kindle". */
export const slugOf = (file: string): string => file.replace(/^.*\/(?:\d+-)?|\.md$/g, '');

/** The address of a file's page or question, "/guide-1" or "/faqs#allowance". */
export function addressOfFile(file: string): string | undefined {
  const kind = kindOf(file);
  if (!kind?.page) return undefined;
  return kind.location.endsWith('/') ? kind.page + slugOf(file) : kind.page;
}
