/** Netlify cuts a function's streamed response at 20 MB, so a guide stays below that. */
export const MAX_GUIDE_BYTES = 18 * 1024 * 1024;

/** The largest part of an upload. Netlify takes 6 MB in one request, and encodes its bytes in base64. */
export const PART_BYTES = 4 * 1024 * 1024;

/** Why a file can't be a guide. Each code is also one of the shop's problem documents. */
export type Refusal = {
  readonly code:
    | 'file_name_invalid'
    | 'file_not_pdf'
    | 'file_empty'
    | 'file_too_large'
    | 'pdf_broken'
    | 'pdf_encrypted';
  /** One or two sentences for the owner. */
  readonly reason: string;
};

export const NOT_PDF: Refusal = { code: 'file_not_pdf', reason: 'Please upload a PDF file.' };

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
