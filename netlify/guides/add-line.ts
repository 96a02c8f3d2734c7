import {
  PDFArray,
  PDFDocument,
  PDFName,
  type PDFPage,
  type PDFRef,
  StandardFonts,
  beginMarkedContent,
  concatTransformationMatrix,
  drawObject,
  endMarkedContent,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib';
import { PLACEHOLDER_BYTES, SPECIMEN_LINE } from './blobs-guides.ts';

/** Marks the line in the file, and is then made blank. No PDF contains it by itself. */
const PLACEHOLDER = '~'.repeat(PLACEHOLDER_BYTES);

/** In points of US Letter. The line is scaled by the shorter side of other pages. */
const [LETTER_WIDTH, SIZE, MARGIN] = [612, 7, 14];

/** A grey with a contrast of 4.5:1 both on white and on black. */
const GREY = 0.46;

/** The line's name among a page's drawings. */
const NAME = PDFName.of('OrderLine');

/** The drawing that all pages share: the line around 0, 0. It is not compressed, so that the line can be found. */
const drawLine = (document: PDFDocument): PDFRef => {
  const font = document.embedStandardFont(StandardFonts.Helvetica);
  const half = font.widthOfTextAtSize(SPECIMEN_LINE, SIZE) / 2;
  const content = `${GREY} g BT /F ${SIZE} Tf ${-half} 0 Td (${PLACEHOLDER}) Tj ET`;
  const drawing = document.context.stream(content, {
    Type: 'XObject',
    Subtype: 'Form',
    // Wider than the specimen, for wider letters and substitute fonts.
    BBox: [-2 * half, -SIZE, 2 * half, SIZE],
    Resources: { Font: { F: font.ref } },
  });
  return document.context.register(drawing);
};

/** Moves the line to the middle of a page's foot, as the page appears after its rotation. */
const moveToFoot = (page: PDFPage) => {
  const [media, crop] = [page.getMediaBox(), page.getCropBox()];
  // Readers cut a larger crop box to the media box.
  const isLarger = crop.width > media.width || crop.height > media.height;
  const { x, y, width, height } = isLarger ? media : crop;
  const scale = Math.min(width, height) / LETTER_WIDTH;
  const radians = (page.getRotation().angle * Math.PI) / 180;
  const [cos, sin] = [Math.round(Math.cos(radians)), Math.round(Math.sin(radians))];
  const [toSide, toFoot] = [width / 2 - MARGIN * scale, height / 2 - MARGIN * scale];
  const turn = [cos * scale, sin * scale, -sin * scale, cos * scale] as const;
  return concatTransformationMatrix(
    ...turn,
    x + width / 2 + sin * toSide,
    y + height / 2 - cos * toFoot,
  );
};

/** Draws the line behind a page's content, which the library then frames by `wrapContentStreams`. */
const addTo = (page: PDFPage, line: PDFRef): void => {
  const contents = page.node.Contents();
  // Pages may share an array, which the library would change for all of them.
  if (contents instanceof PDFArray) {
    page.node.set(PDFName.Contents, page.doc.context.obj(contents.asArray()));
  }
  const { XObject: drawings } = page.node.normalizedEntries();
  const other = drawings.get(NAME);
  if (other !== undefined && other !== line) throw new Error('another drawing of that name');
  drawings.set(NAME, line);
  page.pushOperators(
    // No screen reader reads an artifact (ISO 32000-1, 14.8.2.2).
    beginMarkedContent('Artifact'),
    pushGraphicsState(),
    moveToFoot(page),
    drawObject(NAME),
    popGraphicsState(),
    endMarkedContent(),
  );
};

/** An update must use the file's kind of cross-references, a table or a stream (ISO 32000-1, 7.5.8). */
const hasTable = (file: Buffer, startXRef: number): boolean =>
  file
    .toString('latin1', startXRef, startXRef + 20)
    .trimStart()
    .startsWith('xref');

/**
 * Adds a blank line of LINE_BYTES to every page by an incremental update (ISO 32000-1, 7.5.6), which keeps tags,
 * bookmarks and links: the original bytes come first. Returns the file and the line's offset in it. The result for a
 * file is always the same. Throws if it cannot be done.
 */
export const addPlaceholder = async (
  original: Uint8Array<ArrayBuffer>,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly at: number }> => {
  const options = { forIncrementalUpdate: true, updateMetadata: false };
  const document = await PDFDocument.load(original, options);
  const { context } = document;
  const { snapshot } = context;
  if (!snapshot) throw new Error('no snapshot');
  // With it, the library would search all objects at each change.
  delete context.snapshot;
  const line = drawLine(document);
  // The tree may name a page twice.
  const pages = new Map(document.getPages().map((page) => [page.ref, page]));
  for (const page of pages.values()) addTo(page, line);
  snapshot.markRefsForSave([...pages.keys()]);
  context.snapshot = snapshot;
  const useObjectStreams = !hasTable(Buffer.from(original.buffer), snapshot.prevStartXRef);
  const bytes = new Uint8Array(await document.save({ useObjectStreams }));
  const at = Buffer.from(bytes.buffer).indexOf(PLACEHOLDER, original.byteLength);
  if (at === -1) throw new Error('no line');
  bytes.fill(0x20, at, at + PLACEHOLDER_BYTES);
  return { bytes, at };
};
