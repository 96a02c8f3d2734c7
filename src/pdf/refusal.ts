import { MAX_GUIDE_PAGES } from './limits.ts';

/** Why a file can't be a guide. Each is also a code of the shop's problem documents. */
type RefusalCode =
  | 'file_name_invalid'
  | 'file_not_pdf'
  | 'file_empty'
  | 'file_too_large'
  | 'pdf_broken'
  | 'pdf_encrypted'
  | 'pdf_active_content'
  | 'pdf_too_many_pages'
  | 'pdf_too_dense';

export type Refusal = {
  readonly code: RefusalCode;
  /** One or two sentences for the owner. */
  readonly reason: string;
};

/** Ends a check from any depth. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor({ code, reason }: Refusal) {
    super(reason);
    this.refusal = { code, reason };
  }
}

export const NOT_PDF: Refusal = { code: 'file_not_pdf', reason: 'Please upload a PDF file.' };

export const ENCRYPTED: Refusal = {
  code: 'pdf_encrypted',
  reason:
    'The PDF is protected by a password or against changes. Export it again without protection.',
};

export const broken = (what: string): Refusal => ({
  code: 'pdf_broken',
  reason: `${what} Open it in a PDF reader and export it again.`,
});

export const UNREADABLE = broken('The PDF can’t be read.');

const tooDense = (what: string): Refusal => ({
  code: 'pdf_too_dense',
  reason: `${what} Export it again with smaller images, or in parts.`,
});

export const TOO_MUCH_MEMORY = tooDense('The PDF needs far too much memory to open.');
export const TOO_SLOW = tooDense('The PDF takes too long to open.');
export const TOO_LARGE_PICTURE = tooDense('One image in the PDF is too large.');

export const tooManyPages = (pages: number): Refusal => ({
  code: 'pdf_too_many_pages',
  reason: `The PDF has ${pages} pages. A guide can have ${MAX_GUIDE_PAGES}.`,
});

export const activeContent = (what: string): Refusal => ({
  code: 'pdf_active_content',
  reason: `The PDF has ${what} in it. Export it again without it: a guide is only for reading and printing.`,
});
