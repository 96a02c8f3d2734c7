import { type PDFDict, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import { unusual } from './refusal.ts';

const numberIn = (parameters: PDFDict, key: string): number => {
  const value = parameters.get(PDFName.of(key));
  return value instanceof PDFNumber ? value.asNumber() : 1;
};

/** PNG (w3.org/TR/png section 9.4): which neighbor is nearest to left + above - corner. */
const paeth = (left: number, above: number, corner: number): number => {
  const distances = [left, above, corner].map((it) => Math.abs(left + above - corner - it));
  const least = Math.min(...distances);
  if (distances[0] === least) return left;
  return distances[1] === least ? above : corner;
};

/** What PNG's filters add to a byte, by their number. */
const ADDS: readonly ((left: number, above: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_left, above) => above,
  (left, above) => (left + above) >> 1,
  paeth,
];

/** Rows of one byte a column, as cross-references are kept (ISO 32000-1 section 7.4.4.4). */
export const undoPredictor = (parameters: PDFDict, bytes: Uint8Array): Uint8Array => {
  const [predictor, columns] = [numberIn(parameters, 'Predictor'), numberIn(parameters, 'Columns')];
  if (predictor === 1) return bytes;
  const isOfBytes =
    !parameters.has(PDFName.of('Colors')) && !parameters.has(PDFName.of('BitsPerComponent'));
  const rows = bytes.byteLength / (columns + 1);
  if (predictor < 10 || columns < 1 || !isOfBytes || !Number.isInteger(rows)) throw unusual();
  const plain = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const add = ADDS[bytes[row * (columns + 1)] ?? 0];
    if (!add) throw unusual();
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column;
      const left = column === 0 ? 0 : (plain[at - 1] ?? 0);
      const above = plain[at - columns] ?? 0;
      const corner = column === 0 ? 0 : (plain[at - columns - 1] ?? 0);
      plain[at] = (bytes[row * (columns + 1) + 1 + column] ?? 0) + add(left, above, corner);
    }
  }
  return plain;
};
