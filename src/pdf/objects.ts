import type { Engine } from './engine.ts';
import { MAX_COPY_BYTES } from './limits.ts';

/** A name is a string, a reference is its object's number, and any other simple value is null. */
export type Value = Dict | readonly Value[] | string | number | null;
export type Dict = ReadonlyMap<string, Value>;
export type Objects = ReadonlyMap<number, Value>;

/** FPDF_NO_INCREMENTAL of fpdf_save.h: writes each object that is in use, once. */
const WHOLE = 2;

const latin1 = new TextDecoder('latin1');

/** The document as PDFium writes it, without compressed objects or escaped names. Null if it is too large. */
const copyOf = ({ pdfium, memory, setNullFunction }: Engine, doc: number): string | null => {
  const parts: string[] = [];
  let size = 0;
  setNullFunction((_writer, at = 0, length = 0) => {
    size += length;
    if (size > MAX_COPY_BYTES) return 0;
    parts.push(latin1.decode(new Uint8Array(memory().buffer, at, length)));
    return 1;
  });
  // FPDF_FILEWRITE: its version, and the pointer to the function that receives the bytes.
  const writer = pdfium.malloc(8);
  memory().setInt32(writer, 1, true);
  memory().setInt32(writer + 4, 0, true);
  return pdfium.FPDF_SaveAsCopy(doc, writer, WHOLE) === 1 ? parts.join('') : null;
};

/** Strings come first, since they may contain anything. */
const TOKEN =
  /\s*(?:\((?:[^\\()]|\\[^])*\)|(?<open><<|\[)|(?<close>>>|\])|<[^<>]*>|(?<reference>\d+) \d+ R\b|\/(?<name>[^\s/()<>[\]]*)|[^\s/()<>[\]]+)/y;

/** Reads one object, starting at `start`. The bytes of a stream follow the object and are ignored. */
const readObject = (copy: string, start: number): Value => {
  TOKEN.lastIndex = start;
  const next = () => {
    const token = TOKEN.exec(copy)?.groups;
    if (!token) throw new Error('Unexpected output of PDFium');
    return token;
  };
  const valueOf = ({ open, name, reference }: ReturnType<typeof next>): Value => {
    if (open === undefined) return name ?? (reference === undefined ? null : Number(reference));
    const items: Value[] = [];
    for (let item = next(); item['close'] === undefined; item = next()) items.push(valueOf(item));
    if (open === '[') return items;
    const keys = items.filter((_, index) => index % 2 === 0);
    return new Map(keys.map((key, index) => [String(key), items[2 * index + 1] ?? null]));
  };
  return valueOf(next());
};

const ENTRY = /^(\d{10}) \d{5} n/gm;
const HEAD = /(\d+) \d+ obj/y;

/** A number that no object has, since the table's first entry is reserved (ISO 32000-1, 7.5.4). */
const TRAILER = 0;

/**
 * Every object by its number, and the trailer. Objects are located through the table at the end, so that no stream can
 * pose as one.
 */
const readCopy = (copy: string): Objects => {
  const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(copy.slice(-64))?.[1]);
  const end = copy.slice(table);
  const head = 'trailer';
  const trailer = readObject(copy, table + end.indexOf(head) + head.length);
  const objects = new Map([[TRAILER, trailer]]);
  for (const [, offset] of end.matchAll(ENTRY)) {
    HEAD.lastIndex = Number(offset);
    const number = HEAD.exec(copy)?.[1];
    objects.set(Number(number), readObject(copy, HEAD.lastIndex));
  }
  return objects;
};

/**
 * The document's objects, most of which PDFium has no functions for. Null if they are too large.
 */
export const readObjects = (engine: Engine, doc: number): Objects | null => {
  const copy = copyOf(engine, doc);
  return copy === null ? null : readCopy(copy);
};
