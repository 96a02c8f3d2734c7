import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
} from '@cantoo/pdf-lib';
import { MAX_GUIDE_PAGES } from './limits.ts';
import { Refused, broken } from './refusal.ts';

/** No producer nests pages deeper than a few branches of a tree. */
const MAX_DEPTH = 50;

/**
 * Pages are counted leaf by leaf, since what the tree says of itself need not be so; a branch that
 * hangs in it twice counts twice, as a reader shows it twice. Throws `Refused`.
 */
export const countPages = (context: PDFContext, root: PDFObject | undefined): number => {
  // Some readers count the leaves, and some believe what the tree says.
  let isTrue = true;
  const counted = new Map<PDFObject, number>();

  const count = (value: PDFObject | undefined, depth: number): number => {
    const node = context.lookup(value);
    if (!(node instanceof PDFDict) || depth > MAX_DEPTH) throw broken('The pages cannot be found.');
    if (!node.has(PDFName.of('Kids'))) return 1;
    const kids = context.lookup(node.get(PDFName.of('Kids')));
    if (!(kids instanceof PDFArray)) throw broken('The pages cannot be found.');
    const known = counted.get(node);
    if (known !== undefined) return known;
    const pages = kids.asArray().reduce((sum, kid) => sum + count(kid, depth + 1), 0);
    const said = context.lookup(node.get(PDFName.of('Count')));
    isTrue &&= said instanceof PDFNumber && said.asNumber() === pages;
    counted.set(node, pages);
    return pages;
  };

  const pages = count(root, 0);
  if (pages === 0) throw broken('The PDF has no pages.');
  if (pages > MAX_GUIDE_PAGES) {
    const words = `The PDF has ${pages} pages; a guide may have ${MAX_GUIDE_PAGES}.`;
    throw new Refused('pdf_too_many_pages', words);
  }
  if (!isTrue) throw broken('The PDF says another number of pages than it has.');
  return pages;
};
