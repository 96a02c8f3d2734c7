import {
  type PDFContext,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFObjectParser,
  PDFRawStream,
  type PDFRef,
} from '@cantoo/pdf-lib';
import { MAX_NAME_BYTES, MAX_STRING_BYTES, MAX_VALUES } from './limits.ts';
import { broken, tooDense } from './refusal.ts';
import { indexOf, startsWith } from './search.ts';
import { isLongerThan } from './token.ts';

const [LF, CR] = [10, 13];

/** How many values were read so far, over all readers of one file. */
export type Tally = { values: number };

/**
 * The library's parser of objects, with an end to what it holds: a string grows by a character at a
 * time in it, and a number takes some 100 bytes. Streams it only points at, so that none is copied.
 */
export class Reader extends PDFObjectParser {
  private readonly raw: Uint8Array;
  private readonly tally: Tally;

  constructor(raw: Uint8Array, context: PDFContext, tally: Tally) {
    super(PDFObjectParser.forBytes(raw, context)['bytes'], context);
    this.raw = raw;
    this.tally = tally;
  }

  get at(): number {
    return this.bytes.offset();
  }

  moveTo(offset: number): void {
    this.bytes.moveTo(offset);
  }

  skipBlank(): void {
    this.skipWhitespaceAndComments();
  }

  /** Passes over the word, where it stands here. */
  take(word: string): boolean {
    if (!startsWith(this.raw, this.at, word)) return false;
    this.moveTo(this.at + word.length);
    return true;
  }

  /** The whole number here; null where there is none. */
  takeInteger(): number | null {
    const start = this.at;
    let value = 0;
    for (let digit = this.digit(); digit !== null; digit = this.digit()) {
      value = value * 10 + digit;
      this.bytes.next();
    }
    return this.at > start && Number.isSafeInteger(value) ? value : null;
  }

  private digit(): number | null {
    const digit = (this.raw[this.at] ?? 0) - 48;
    return digit >= 0 && digit <= 9 ? digit : null;
  }

  override parseObject(ref?: PDFRef): PDFObject {
    this.skipWhitespaceAndComments();
    this.tally.values += 1;
    if (this.tally.values > MAX_VALUES || isLongerThan(this.raw, this.at, MAX_STRING_BYTES)) {
      throw tooDense('The PDF holds too many objects.');
    }
    return super.parseObject(ref);
  }

  protected override parseName(): PDFName {
    if (isLongerThan(this.raw, this.at, MAX_NAME_BYTES)) throw broken('The PDF cannot be read.');
    return super.parseName();
  }

  protected override parseDictOrStream(ref?: PDFRef) {
    const dict = this.parseDict(ref);
    const afterDict = this.at;
    this.skipWhitespaceAndComments();
    if (!this.take('stream')) {
      this.moveTo(afterDict);
      return dict;
    }
    if (this.raw[this.at] === CR) this.bytes.next();
    if (this.raw[this.at] === LF) this.bytes.next();
    const start = this.at;
    const end = this.endOfStream(start, dict.get(PDFName.of('Length')));
    return PDFRawStream.of(dict, this.raw.subarray(start, end));
  }

  /** As the length says; where it does not say or is wrong, as the word at the end does. */
  private endOfStream(start: number, length: PDFObject | undefined): number {
    if (length instanceof PDFNumber) {
      const end = start + length.asNumber();
      this.moveTo(end);
      this.skipWhitespace();
      if (this.take('endstream')) return end;
    }
    const word = indexOf(this.raw, 'endstream', start);
    if (word === -1) throw broken('A part of the PDF is missing.');
    this.moveTo(word + 'endstream'.length);
    return word;
  }
}
