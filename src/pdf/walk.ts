import { type PDFContext, PDFDict, PDFName, type PDFObject, PDFRawStream } from '@cantoo/pdf-lib';
import { type Section, readTable } from './cross-reference.ts';
import { Reader } from './reader.ts';
import { Refused, unreadable } from './refusal.ts';
import { refuseStray } from './stray.ts';
import type { Tally } from './tally.ts';

/** An object as it stands in the file. */
export type Standing = { readonly number: number; readonly at: number; readonly object: PDFObject };

const ENCRYPTED =
  'The PDF is protected by a password or against changes. Export it again without protection.';

/** To be known before the first stream is unpacked. */
const refuseEncrypted = (trailer: PDFDict): void => {
  if (trailer.has(PDFName.of('Encrypt'))) throw new Refused('pdf_encrypted', ENCRYPTED);
};

const takeObject = (reader: Reader, tally: Tally): Standing | null => {
  const at = reader.at;
  const number = reader.takeInteger();
  if (number === null) return null;
  reader.skipBlank(false);
  const generation = reader.takeInteger();
  reader.skipBlank(false);
  if (generation !== 0 || !reader.take('obj')) throw unreadable();
  const object = reader.parseObject();
  if (object instanceof PDFRawStream) refuseEncrypted(object.dict);
  reader.skipBlank();
  if (!reader.take('endobj')) throw unreadable();
  tally('objects');
  return { number, at, object };
};

const takeTable = (reader: Reader, tally: Tally): Section | null => {
  if (!reader.take('xref')) return null;
  tally('sections');
  const claims = readTable(reader, tally);
  const trailer = reader.take('trailer') ? reader.parseObject() : null;
  if (!(trailer instanceof PDFDict)) throw unreadable();
  refuseEncrypted(trailer);
  return { trailer, claims };
};

const takePointer = (reader: Reader): boolean => {
  if (!reader.take('startxref')) return false;
  reader.skipBlank(false);
  return reader.takeInteger() !== null;
};

/**
 * Reads a file from its first byte to its last and unpacks nothing. Objects, tables and comments follow
 * each other without a gap, and nothing that looks like one stands inside another. Throws `Refused`.
 */
export const walk = (bytes: Uint8Array, context: PDFContext, tally: Tally) => {
  const reader = new Reader(bytes, context, tally);
  const objects: Standing[] = [];
  const tables = new Map<number, Section>();
  for (reader.skipBlank(); !reader.isDone; reader.skipBlank()) {
    const at = reader.at;
    const table = takeTable(reader, tally);
    const object = table ? null : takeObject(reader, tally);
    if (table) tables.set(at, table);
    else if (object) objects.push(object);
    else if (!takePointer(reader)) throw unreadable();
  }
  refuseStray(bytes, reader.words);
  return { objects, tables };
};
