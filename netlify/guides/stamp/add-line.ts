import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFPage,
  PDFRawStream,
  PDFRef,
  StandardFonts,
  decodePDFRawStream,
} from '@cantoo/pdf-lib';
import { balanceOf } from './balance.ts';
import { footOf, intersection } from './foot.ts';
import { LINE_BYTES, SPECIMEN } from './line.ts';

/** Marks the line in the update, and is then made blank. No PDF contains it by itself. */
const PLACEHOLDER = '~'.repeat(LINE_BYTES);

/** In points of US Letter. */
const SIZE = 7;

/** Greys with a contrast of 4.5:1 on white, and on a dark cover. */
const [ON_LIGHT, ON_DARK] = [0.46, 0.88];

const CONTENTS = PDFName.of('Contents');
const RESOURCES = PDFName.of('Resources');
const DRAWINGS = PDFName.of('XObject');
/** The line's name among a page's drawings. */
const NAME = PDFName.of('OrderLine');

const latin1 = new TextDecoder('latin1');

const unknown = (what: string): Error => new Error(`${what} of an unknown kind`);

/** An update must use the file's kind of cross-references, a table or a stream (ISO 32000-1, 7.5.8). */
const hasTable = (bytes: Uint8Array, startXRef: number): boolean => {
  const found = latin1.decode(bytes.subarray(startXRef, startXRef + 20));
  if (/^\d+\s\d+\sobj/.test(found)) return false;
  if (found.startsWith('xref')) return true;
  throw unknown('cross-references');
};

/** The drawing that all pages share: the line around 0, 0. It is not compressed, so that the line can be found. */
const drawLine = (document: PDFDocument): PDFRef => {
  const font = document.embedStandardFont(StandardFonts.Helvetica);
  const half = font.widthOfTextAtSize(SPECIMEN, SIZE) / 2;
  const content = `BT /F ${SIZE} Tf ${-half} 0 Td (${PLACEHOLDER}) Tj ET`;
  const { context } = document;
  const drawing = context.stream(content, {
    Type: 'XObject',
    Subtype: 'Form',
    // Wider than the specimen, for wider letters and substitute fonts.
    BBox: [-2 * half, -SIZE, 2 * half, SIZE],
    Resources: { Font: { F: font.ref } },
  });
  return context.register(drawing);
};

/** References to the streams of a page's content. */
const streamsOf = ({ node, doc: { context } }: PDFPage): PDFRef[] => {
  const contents = node.get(CONTENTS);
  const found = context.lookup(contents);
  if (found === undefined) return [];
  const all = found instanceof PDFArray ? found.asArray() : [contents];
  return all.map((one) => {
    if (one instanceof PDFRef) return one;
    throw unknown('content');
  });
};

const readStream = (document: PDFDocument, ref: PDFRef): string => {
  const stream = document.context.lookup(ref);
  if (stream === undefined) return '';
  if (!(stream instanceof PDFRawStream)) throw unknown('content');
  return latin1.decode(decodePDFRawStream(stream).decode());
};

/** What frames a page's content, so that no state it leaves changes the line. */
const frameOf = (page: PDFPage, grey: number, streams: readonly PDFRef[]) => {
  const content = streams.map((ref) => readStream(page.doc, ref)).join('\n');
  const { missing, open, openTexts, openMarks } = balanceOf(content);
  const media = page.node.MediaBox().asRectangle();
  const box = intersection(media, page.node.CropBox()?.asRectangle() ?? media);
  const matrix = footOf(box, page.getRotation().angle).map((number) => Number(number.toFixed(4)));
  const line = `/Artifact BMC q ${grey} g ${matrix.join(' ')} cm ${NAME} Do Q EMC`;
  const ends = [
    ...Array<string>(openTexts).fill('ET'),
    ...Array<string>(openMarks).fill('EMC'),
    ...Array<string>(open + 1).fill('Q'),
  ];
  return { before: 'q '.repeat(missing + 1), behind: `\n${ends.join(' ')} ${line}` };
};

/** Makes each value once per key. */
const once = <K, V>(make: (key: K) => V): ((key: K) => V) => {
  const made = new Map<K, V>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
};

/** Draws the line on every page, and changes nothing else: what pages share stays shared. */
const addToPages = (document: PDFDocument, darkFeet: readonly boolean[]): ReadonlySet<PDFRef> => {
  const { context } = document;
  const line = drawLine(document);
  const withEntry = (dict: PDFDict | undefined, key: PDFName, value: PDFRef): PDFRef => {
    if (key === NAME && dict?.has(NAME)) throw unknown('a drawing');
    const entries = new Map(dict?.entries());
    return context.register(PDFDict.fromMapWithContext(entries.set(key, value), context));
  };
  const drawingsWith = once((drawings: PDFDict | undefined) => withEntry(drawings, NAME, line));
  const resourcesWith = once((resources: PDFDict | undefined) => {
    const drawings = resources?.lookupMaybe(DRAWINGS, PDFDict);
    return withEntry(resources, DRAWINGS, drawingsWith(drawings));
  });
  const streamOf = once((content: string) => context.register(context.stream(content)));
  const done = new Set<PDFRef>();
  for (const [index, page] of document.getPages().entries()) {
    if (done.has(page.ref)) continue; // the tree may name a page twice
    done.add(page.ref);
    const streams = streamsOf(page);
    const { before, behind } = frameOf(page, darkFeet[index] ? ON_DARK : ON_LIGHT, streams);
    page.node.set(CONTENTS, context.obj([streamOf(before), ...streams, streamOf(behind)]));
    page.node.set(RESOURCES, resourcesWith(page.node.Resources()));
  }
  return done;
};

/** A PDF with a blank line on each page. */
export type WithLine = {
  /** The original bytes, followed by the update. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The offset of the line, LINE_BYTES long and blank. */
  readonly at: number;
};

/**
 * Adds a blank line to every page by an incremental update (ISO 32000-1, 7.5.6), which keeps tags, bookmarks and links.
 * The result for a file is always the same. Throws where that cannot be done.
 */
export const addLine = async (
  original: Uint8Array,
  darkFeet: readonly boolean[],
): Promise<WithLine> => {
  const document = await PDFDocument.load(original, {
    forIncrementalUpdate: true,
    updateMetadata: false,
  });
  const { context } = document;
  const { snapshot } = context;
  if (!snapshot) throw new Error('no snapshot');
  // With it, the library would search all objects at each change.
  delete context.snapshot;
  snapshot.markRefsForSave([...addToPages(document, darkFeet)]);
  const update = await document.saveIncremental(snapshot, {
    useObjectStreams: !hasTable(original, snapshot.prevStartXRef),
  });
  const at = original.byteLength + Buffer.from(update.buffer).indexOf(PLACEHOLDER);
  const bytes = new Uint8Array(original.byteLength + update.byteLength);
  bytes.set(original);
  bytes.set(update, original.byteLength);
  bytes.fill(0x20, at, at + LINE_BYTES);
  return { bytes, at };
};
