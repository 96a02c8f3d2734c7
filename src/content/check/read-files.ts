import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

/** The text of each file in content/, keyed by its path from the project's root. */
export type Content = ReadonlyMap<string, string>;

/** Everything in the folder `content/`, with paths from the project's root. */
const listContent = async (root: string) => {
  const entries = await readdir(path.join(root, 'content'), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.map((entry) => ({
    entry,
    file: path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'),
  }));
};

export async function readContent(root: string): Promise<Content> {
  const files = (await listContent(root))
    .filter(({ entry }) => entry.isFile())
    .map(({ file }) => file)
    .toSorted();
  const texts = await Promise.all(files.map((file) => readFile(path.join(root, file), 'utf8')));
  return new Map(files.map((file, index) => [file, texts[index] ?? '']));
}

/** Finds symbolic links, which neither the check nor Astro follows. */
export async function findSymbolicLinks(root: string): Promise<string[]> {
  const links = (await listContent(root)).filter(({ entry }) => entry.isSymbolicLink());
  return links.map(
    ({ file }) =>
      `${file}: This is a link to another file or folder, which the shop doesn’t follow. Put the file itself here.`,
  );
}
