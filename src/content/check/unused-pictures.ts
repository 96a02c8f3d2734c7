import { useOfPicture } from '../picture-files.ts';

/** The picture names that appear in a folder's Markdown files. */
const namesIn = (folder: string, content: ReadonlyMap<string, string>): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const [file, text] of content) {
    if (!file.startsWith(folder) || !file.endsWith('.md')) continue;
    for (const [name] of text.matchAll(/[\w-]+\.(?:svg|png|jpe?g|webp)\b/g)) names.add(name);
  }
  return names;
};

/**
 * Also true if a file in the folder names a missing picture. That name is probably misspelled, and
 * another check reports it.
 */
const isNamed = (file: string, content: ReadonlyMap<string, string>): boolean => {
  const folder = file.replace(/[^/]*$/, '');
  const names = namesIn(folder, content);
  const hasMisspelled = [...names].some((name) => !content.has(folder + name));
  return hasMisspelled || names.has(file.slice(folder.length));
};

/** Finds pictures that no page shows. The build would publish them anyway. */
export function* findUnusedPictures(content: ReadonlyMap<string, string>): Iterable<string> {
  for (const file of content.keys()) {
    const folder = /^content\/guides\/[\w-]+(?=\/)/.exec(file)?.[0];
    const isForGuide = folder !== undefined && !folder.endsWith('/bundle');
    if (isForGuide && useOfPicture(file) && !content.has(`${folder}.md`)) {
      yield `${file}: There is no guide ${folder}.md, so no page shows this picture, but it would still be published. Keep it somewhere else until the guide exists.`;
    }
    const use = useOfPicture(file);
    if ((use !== 'logo' && use !== 'article') || isNamed(file, content)) continue;
    const field = use === 'logo' ? 'mark' : 'image > file';
    yield `${file}: No file uses this picture as its "${field}", so no page shows it, but it would still be published. Use it, or delete it.`;
  }
}
