import { MAX_GUIDE_BYTES } from './limits.ts';
import type { Refusal } from './refusal.ts';

const MAX_NAME_CHARACTERS = 200;

const refuse = (reason: string): Refusal => ({ code: 'file_name_invalid', reason });

/**
 * What the file was called is kept as a label and shown to the owner. What is shown must be what it
 * is: marks of direction could make "exe.pdf" of "fdp.exe", and a path says where, not what.
 */
export const refuseFileName = (name: string): Refusal | null => {
  if (name.trim() === '') return refuse('The file has no name. Give it one and try again.');
  if (/[/\\]/.test(name)) return refuse('The name of the file has a slash in it. Rename the file.');
  // Control and format characters, halves of characters, ends of lines: none of them can be seen.
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(name)) {
    return refuse('The name of the file has invisible characters in it. Rename the file.');
  }
  if ([...name].length > MAX_NAME_CHARACTERS) {
    return refuse(
      `The name of the file is longer than ${MAX_NAME_CHARACTERS} characters. Rename the file.`,
    );
  }
  return null;
};

const MEBIBYTE = 1024 * 1024;

/** null for a size that a guide may have. */
export const refuseSize = (size: number): Refusal | null => {
  if (size === 0) return { code: 'file_empty', reason: 'The file is empty.' };
  if (size <= MAX_GUIDE_BYTES) return null;
  const limit = MAX_GUIDE_BYTES / MEBIBYTE;
  const is = Math.ceil((10 * size) / MEBIBYTE) / 10;
  const reason = `The file has ${is} MB; a guide may have ${limit} MB.`;
  return { code: 'file_too_large', reason };
};
