import { COLLECTIONS } from '../collections.ts';
import { useOfPicture } from '../picture-files.ts';
import { type CheckContext, type Entry, fieldError, isOf } from './entry.ts';

/** The file names of a folder's pictures, such as "library.svg". */
const picturesIn = (folder: string, files: readonly string[]): string[] =>
  files
    .filter((file) => file.startsWith(folder) && useOfPicture(file))
    .map((file) => file.slice(folder.length));

function missingError(
  entry: Entry,
  path: readonly string[],
  { folder, name, files }: { folder: string; name: string; files: readonly string[] },
): string | null {
  const names = picturesIn(folder, files);
  if (names.includes(name)) return null;
  const others =
    names.length > 0 ? `Available pictures: ${names.join(', ')}.` : 'The folder has no pictures.';
  const message = `There is no picture "${name}" in ${folder.replace(/\/$/, '')}. ${others}`;
  return fieldError(entry, path, message);
}

/** Compares the pictures of a guide's pages with the captions in its file. */
function findPageErrors(entry: Entry, captions: number, files: readonly string[]): string[] {
  const folder = entry.file.replace(/\.md$/, '/');
  const numbers = files
    .filter((file) => file.startsWith(folder) && useOfPicture(file) === 'page')
    .map((file) => Number(/inside-(\d+)/.exec(file)?.[1]));
  const count = new Set(numbers).size;
  for (let number = 1; number <= count; number += 1) {
    if (numbers.includes(number)) continue;
    const message = `The pictures in ${folder} must be numbered from inside-1 without gaps, but there is no inside-${number}.`;
    return [fieldError(entry, ['inside'], message)];
  }
  if (count === captions) return [];
  const message = `Write one line for each picture inside-1, inside-2 and so on in ${folder}. Pictures: ${count}. Lines: ${captions}.`;
  return [fieldError(entry, ['inside'], message)];
}

/** Checks the pictures that a file's fields name or describe. */
export function* findNamedPictureErrors(entry: Entry, { files }: CheckContext): Iterable<string> {
  if (isOf(entry, 'guides')) {
    yield* findPageErrors(entry, entry.fields.inside.length, files);
  }
  if (isOf(entry, 'logos')) {
    const { location: folder } = COLLECTIONS.logos;
    const error = missingError(entry, ['mark'], { folder, name: entry.fields.mark, files });
    if (error) yield error;
  }
  if (isOf(entry, 'articles') && entry.fields.image) {
    const { location: folder } = COLLECTIONS.articles;
    const { file: name } = entry.fields.image;
    const error = missingError(entry, ['image', 'file'], { folder, name, files });
    if (error) yield error;
  }
}
