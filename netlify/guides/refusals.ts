import type { Product } from '#contract/catalogue.ts';
import type { Refusal } from '#contract/guide-pdf.ts';
import { catalogue, findById } from '../shop/catalogue.ts';
import { Problem } from '../http/problem.ts';

export const NOT_PDF: Refusal = { code: 'file_not_pdf', reason: 'Please upload a PDF file.' };

/** A file that cannot be a guide, in the checker's own words. */
export const refuse = ({ code, reason }: Refusal): Problem => new Problem(code, reason);

/** The product with an id, on sale or not. Throws 404. */
export const requireProduct = (id: string, detail = 'There’s no such product.'): Product => {
  const product = findById(catalogue, id);
  if (!product) throw new Problem('product_not_found', detail);
  return product;
};

export const editionGone = (): Problem =>
  new Problem('edition_not_found', 'This edition isn’t available anymore.');
