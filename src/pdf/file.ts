import { MAX_GUIDE_BYTES } from './limits.ts';
import type { Refusal } from './refusal.ts';

const MAX_NAME_CHARACTERS = 200;

const refuse = (reason: string): Refusal => ({ code: 'file_name_invalid', reason });

/**
 * The original file name is kept as a label and shown to the owner, so it must look like what it is. Direction marks
 * could make "fdp.exe" look like "exe.pdf", and a path is no name. Null for a valid name.
 */
export const refuseFileName = (name: string): Refusal | null => {
  if (name.trim() === '') return refuse('The file has no name. Give it one and try again.');
  if (/[/\\]/.test(name)) return refuse('The file name has a slash in it. Rename the file.');
  // Control and format characters, lone surrogates and line separators are all invisible.
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(name)) {
    return refuse('The file name has invisible characters in it. Rename the file.');
  }
  if ([...name].length > MAX_NAME_CHARACTERS) {
    return refuse(
      `The file name is longer than ${MAX_NAME_CHARACTERS} characters. Rename the file.`,
    );
  }
  return null;
};

const MEBIBYTE = 1024 * 1024;

/** Null for a size that a guide may have, in bytes. */
export const refuseSize = (size: number): Refusal | null => {
  if (size === 0) return { code: 'file_empty', reason: 'The file is empty.' };
  if (size <= MAX_GUIDE_BYTES) return null;
  const limit = MAX_GUIDE_BYTES / MEBIBYTE;
  const is = Math.ceil((10 * size) / MEBIBYTE) / 10;
  const reason = `The file is ${is} MB. A guide can be up to ${limit} MB.`;
  return { code: 'file_too_large', reason };
};
