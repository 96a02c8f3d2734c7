import type { ProblemCode } from './problem.ts';

const MEBIBYTE = 1024 * 1024;

/** Netlify cuts off a function's streamed response at 20 MB. */
export const MAX_GUIDE_BYTES = 18 * MEBIBYTE;

/** Netlify limits requests to 6 MB, measured after it has encoded the body in base64. */
export const PART_BYTES = 4 * MEBIBYTE;

export type Refusal = {
  readonly code: ProblemCode;
  readonly reason: string;
};

export const NOT_PDF: Refusal = { code: 'file_not_pdf', reason: 'Please upload a PDF file.' };

/** Rejects invisible characters: a direction mark can make "fdp.exe" look like "exe.pdf". */
const FILE_NAME = /^(?=.*\S)[^/\\\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,200}$/u;

export const refuseFileName = (name: string): Refusal | null =>
  FILE_NAME.test(name)
    ? null
    : {
        code: 'file_name_invalid',
        reason:
          'The file name is empty, is longer than 200 characters, or contains a slash or an invisible character. Rename the file.',
      };

export const refuseSize = (size: number): Refusal | null => {
  if (size === 0) return { code: 'file_empty', reason: 'The file is empty.' };
  if (size <= MAX_GUIDE_BYTES) return null;
  const megabytes = Math.ceil((10 * size) / MEBIBYTE) / 10;
  const reason = `The file is ${megabytes} MB. A guide can be up to ${MAX_GUIDE_BYTES / MEBIBYTE} MB.`;
  return { code: 'file_too_large', reason };
};
