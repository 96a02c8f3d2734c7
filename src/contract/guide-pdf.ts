import type { ProblemCode } from './problem.ts';

const MEBIBYTE = 1024 * 1024;

/** Netlify cuts a function's streamed response at 20 MB, so a guide stays below that. */
export const MAX_GUIDE_BYTES = 18 * MEBIBYTE;

/** The largest part of an upload. Netlify takes 6 MB in one request, and encodes its bytes in base64. */
export const PART_BYTES = 4 * MEBIBYTE;

/** Why a file can't be a guide. */
export type Refusal = {
  readonly code: ProblemCode;
  /** One or two sentences for the owner. */
  readonly reason: string;
};

export const NOT_PDF: Refusal = { code: 'file_not_pdf', reason: 'Please upload a PDF file.' };

/** Visible characters without a slash: direction marks could make "fdp.exe" look like "exe.pdf". */
const FILE_NAME = /^(?=.*\S)[^/\\\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,200}$/u;

/** Null for a name that an uploaded file may have. The shop keeps it to show it to the owner. */
export const refuseFileName = (name: string): Refusal | null =>
  FILE_NAME.test(name)
    ? null
    : {
        code: 'file_name_invalid',
        reason:
          'The file name is empty or longer than 200 characters, or has a slash or an invisible character in it. Rename the file.',
      };

/** Null for a size that a guide may have, in bytes. */
export const refuseSize = (size: number): Refusal | null => {
  if (size === 0) return { code: 'file_empty', reason: 'The file is empty.' };
  if (size <= MAX_GUIDE_BYTES) return null;
  const is = Math.ceil((10 * size) / MEBIBYTE) / 10;
  const reason = `The file is ${is} MB. A guide can be up to ${MAX_GUIDE_BYTES / MEBIBYTE} MB.`;
  return { code: 'file_too_large', reason };
};
