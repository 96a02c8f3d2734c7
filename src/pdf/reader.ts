import {
  type PDFContext,
  PDFDict,
  type PDFName,
  type PDFObject,
  PDFObjectParser,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib';
import { MAX_NAME_BYTES, MAX_OBJECTS, MAX_STRING_BYTES } from './limits.ts';
import { broken, tooDense, unreadable } from './refusal.ts';
import { indexOf, startsWith } from './search.ts';
import type { Tally } from './tally.ts';
import { isLongerThan } from './token.ts';

const [LF, CR] = [10, 13];

/**
 * The library's parser of objects, with an end to what it holds: a string grows by a character at a
 * time in it, and a number takes some 100 bytes. Streams it only points at, so that none is copied.
 */
export class Reader extends PDFObjectParser {
  /** Where the words stand that it took. */
  readonly words = new Set<number>();
  private readonly raw: Uint8Array;
  private readonly tally: Tally;
  private readonly names = new Set<PDFName>();

  constructor(raw: Uint8Array, context: PDFContext, tally: Tally) {
    super(PDFObjectParser.forBytes(raw, context)['bytes'], context);
    this.raw = raw;
    this.tally = tally;
  }

  get at(): number {
    return this.bytes.offset();
  }

  get isDone(): boolean {
    return this.at >= this.raw.byteLength;
  }

  moveTo(offset: number): void {
    this.bytes.moveTo(offset);
  }

  /** Passes over white space, and over comments unless told otherwise. */
  skipBlank(comments = true): void {
    if (comments) this.skipWhitespaceAndComments();
    else this.skipWhitespace();
  }

  /** Passes over the word, where it stands here, and remembers where. */
  take(word: string): boolean {
    const at = this.at;
    const isHere = this.pass(word);
    if (isHere) this.words.add(at);
    return isHere;
  }

  private pass(word: string): boolean {
    if (!startsWith(this.raw, this.at, word)) return false;
    this.moveTo(this.at + word.length);
    return true;
  }

  /** So many bytes, as text. */
  takeText(size: number): string {
    const end = Math.min(this.at + size, this.raw.byteLength);
    const text = String.fromCharCode(...this.raw.subarray(this.at, end));
    this.moveTo(end);
    return text;
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
    this.tally('values');
    if (isLongerThan(this.raw, this.at, MAX_STRING_BYTES)) throw tooDense('A text is too long.');
    const value = super.parseObject(ref);
    if (!(value instanceof PDFRef)) return value;
    if (value.objectNumber > MAX_OBJECTS || value.generationNumber !== 0) throw unreadable();
    return value;
  }

  protected override parseName(): PDFName {
    if (isLongerThan(this.raw, this.at, MAX_NAME_BYTES + 2)) throw unreadable();
    const name = super.parseName();
    if (!this.names.has(name)) this.tally('names');
    this.names.add(name);
    return name;
  }

  /** Of two values under one key, some readers take the first and some the last. */
  protected override parseDict(ref?: PDFRef): PDFDict {
    const entries = new Map<PDFName, PDFObject>();
    if (!this.pass('<<')) throw unreadable();
    for (this.skipBlank(); !this.pass('>>'); this.skipBlank()) {
      const key = this.parseName();
      if (entries.has(key)) throw unreadable();
      entries.set(key, this.parseObject(ref));
    }
    return PDFDict.fromMapWithContext(entries, this.context);
  }

  protected override parseDictOrStream(ref?: PDFRef) {
    const dict = this.parseDict(ref);
    const afterDict = this.at;
    this.skipWhitespaceAndComments();
    if (!this.pass('stream')) {
      this.moveTo(afterDict);
      return dict;
    }
    if (this.raw[this.at] === CR) this.bytes.next();
    if (this.raw[this.at] !== LF) throw unreadable();
    const start = this.at + 1;
    const end = indexOf(this.raw, 'endstream', start);
    if (end === -1) throw broken('A part of the PDF is missing.');
    this.moveTo(end);
    this.take('endstream');
    return PDFRawStream.of(dict, this.raw.subarray(start, end));
  }
}
