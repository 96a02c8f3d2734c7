import { formatFileSize, formatPages } from '#contract/format-file.ts';
import type { GuidePromise } from '#contract/guide-files.ts';

/** Facts read from a PDF. `size` is in bytes. */
export type PdfFacts = {
  /** null if the PDF has no title. */
  readonly title: string | null;
  readonly pages: number;
  readonly size: number;
};

/** A new edition may add or drop a few pages in a short guide, and up to a third in a long one. */
const MAX_PAGE_DIFFERENCE = 3;
const MAX_SHARE_OF_PAGES = 1 / 3;

/** An export with smaller pictures can easily halve the size. */
const MAX_SIZE_FACTOR = 3;

const SIZE = /(?:^|[^\d.,])(?<figure>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)\s*(?<unit>KB|MB)\b/i;

/**
 * Returns the size in bytes, or null if the text contains no size.
 *
 *     readFileSize('about 2MB')  // 2_097_152
 */
export const readFileSize = (text: string): number | null => {
  const size = SIZE.exec(text)?.groups;
  if (!size) return null;
  const { figure = '', unit = '' } = size;
  const bytesOfUnit = unit.toUpperCase() === 'KB' ? 1024 : 1024 * 1024;
  return Number(figure.replaceAll(',', '')) * bytesOfUnit;
};

const comparePages = (pages: number, promised: number): string | null => {
  const difference = Math.abs(pages - promised);
  const isSimilar =
    difference <= MAX_PAGE_DIFFERENCE || difference <= promised * MAX_SHARE_OF_PAGES;
  if (isSimilar) return null;
  return `This PDF has ${formatPages(pages)}, but the shop promises ${promised}.`;
};

const compareSizes = (size: number, promised: string): string | null => {
  const promisedBytes = readFileSize(promised);
  if (!promisedBytes) return null;
  const isSimilar =
    size <= promisedBytes * MAX_SIZE_FACTOR && size >= promisedBytes / MAX_SIZE_FACTOR;
  if (isSimilar) return null;
  return `This PDF is ${formatFileSize(size)}, but the shop promises ${promised}.`;
};

/**
 * The words in lower case, separated and surrounded by single spaces, so that a search finds only
 * whole words.
 */
const wordsOf = (title: string): string =>
  ` ${title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

const compareTitles = (
  title: string | null,
  promised: string,
  otherTitles: readonly string[],
): string | null => {
  if (title === null) return null;
  const words = wordsOf(title);
  if (words.includes(wordsOf(promised))) return null;
  const other = otherTitles.find((one) => words.includes(wordsOf(one)));
  return other === undefined ? null : `This PDF has the title of another guide, “${other}”.`;
};

/**
 * Describes, in one or more sentences, each large difference between a PDF and the promises on the
 * shop's pages. Returns null if there is none. The limits must allow every legitimate new edition.
 */
export const describeDifferences = (
  { title, pages, size }: PdfFacts,
  promise: GuidePromise,
  otherTitles: readonly string[],
): string | null => {
  const differences = [
    compareTitles(title, promise.title, otherTitles),
    comparePages(pages, promise.pages),
    compareSizes(size, promise.fileSize),
  ];
  return differences.filter((sentence) => sentence !== null).join(' ') || null;
};
