/** Why a file cannot be a guide. Each is a code of the shop's problem documents too. */
export type RefusalCode =
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
  /** One sentence or two, for the owner. */
  readonly reason: string;
};

/** Ends a check from however deep inside. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(code: RefusalCode, reason: string) {
    super(reason);
    this.refusal = { code, reason };
  }
}

export const NOT_PDF: Refusal = { code: 'file_not_pdf', reason: 'Please upload a PDF file.' };

export const tooDense = (what: string): Refused =>
  new Refused('pdf_too_dense', `${what} Export it again with smaller pictures, or in parts.`);

export const broken = (what: string): Refused =>
  new Refused('pdf_broken', `${what} Open it in a PDF reader and export it again.`);

export const unreadable = (): Refused => broken('The PDF cannot be read.');

export const unusual = (): Refused =>
  broken('A part of the PDF is packed in a way that is out of use.');
