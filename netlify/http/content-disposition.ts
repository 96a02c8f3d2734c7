/** Most file systems take 255 bytes; a browser may add " (1)" and a suffix of its own. */
const MAX_NAME_BYTES = 200;

/** Control, format, unassigned and half characters, what parts a path, and what Windows refuses. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}"*/:<>?\\|]/gu;

/** The longest beginning of the text within so many bytes of UTF-8, no character cut in two. */
const cut = (text: string, bytes: number): string => {
  let end = '';
  for (const char of text) {
    if (Buffer.byteLength(end + char) > bytes) return end;
    end += char;
  }
  return end;
};

const isTrimmed = (char: string | undefined): boolean => char !== undefined && /[\s.]/u.test(char);

/** Not by a pattern, which would try the end anew at each blank of a long run. */
const trim = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (isTrimmed(text[start])) start += 1;
  while (end > start && isTrimmed(text[end - 1])) end -= 1;
  return text.slice(start, end);
};

/** A name for the buyer's disk: no path, no hidden file, nothing invisible, never empty. */
const safeFileName = (name: string): string => {
  const clean = trim(name.replace(UNSAFE, '_'));
  const [suffix = ''] = /\.[A-Za-z0-9]{1,8}$/.exec(clean) ?? [];
  const stem = clean.slice(0, clean.length - suffix.length);
  return `${trim(cut(stem, MAX_NAME_BYTES - suffix.length))}${suffix}` || 'download';
};

/** RFC 6266: a plain name for old clients, the exact one in RFC 8187's encoding beside it. */
export const contentDisposition = (
  fileName: string,
  type: 'attachment' | 'inline' = 'attachment',
): string => {
  const name = safeFileName(fileName);
  // Some browsers take %41 in a plain name for the letter A.
  const plain = name.replace(/[^\x20-\x7e]|%/gu, '_');
  const exact = encodeURIComponent(name).replace(
    /['()]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${plain}"; filename*=UTF-8''${exact}`;
};
