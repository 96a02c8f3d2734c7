import {
  PDFArray,
  PDFDocument,
  PDFName,
  type PDFPage,
  type PDFRef,
  StandardFonts,
  beginMarkedContent,
  drawObject,
  endMarkedContent,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib';
import { PLACEHOLDER_BYTES, SPECIMEN_LINE } from './order-number-line.ts';
import { moveToFoot } from './page-foot.ts';

/** Marks the position of the placeholder in the saved file. */
const MARKER = '~'.repeat(PLACEHOLDER_BYTES);

const FONT_SIZE_IN_POINTS = 7;

/** A gray with a contrast of 4.5:1 on white and on black. */
const GRAY = 0.46;

export const DRAWING_NAME = PDFName.of('OrderLine');

/** Centered on the origin. Not compressed, so that the marker can be found. */
const createDrawing = (document: PDFDocument): PDFRef => {
  const font = document.embedStandardFont(StandardFonts.Helvetica);
  const halfWidth = font.widthOfTextAtSize(SPECIMEN_LINE, FONT_SIZE_IN_POINTS) / 2;
  const content = `${GRAY} g BT /F ${FONT_SIZE_IN_POINTS} Tf ${-halfWidth} 0 Td (${MARKER}) Tj ET`;
  const drawing = document.context.stream(content, {
    Type: 'XObject',
    Subtype: 'Form',
    // Leaves room for wider letters and substitute fonts.
    BBox: [-2 * halfWidth, -FONT_SIZE_IN_POINTS, 2 * halfWidth, FONT_SIZE_IN_POINTS],
    Resources: { Font: { F: font.ref } },
  });
  return document.context.register(drawing);
};

const drawAtFoot = (page: PDFPage, drawing: PDFRef): void => {
  const contents = page.node.Contents();
  // Copied, because pages may share an array, and the library would change it for all of them.
  if (contents instanceof PDFArray) {
    page.node.set(PDFName.Contents, page.doc.context.obj(contents.asArray()));
  }
  page.node.setXObject(DRAWING_NAME, drawing);
  page.pushOperators(
    // Screen readers skip artifacts (ISO 32000-1, 14.8.2.2).
    beginMarkedContent('Artifact'),
    pushGraphicsState(),
    moveToFoot(page),
    drawObject(DRAWING_NAME),
    popGraphicsState(),
    endMarkedContent(),
  );
};

/** An update must use the same kind of cross-references as the file (ISO 32000-1, 7.5.8). */
const hasXRefTable = (file: Buffer, startXRef: number): boolean => {
  const start = file.toString('latin1', startXRef, startXRef + 20);
  return start.trimStart().startsWith('xref');
};

/**
 * Appends an incremental update (ISO 32000-1, 7.5.6), which preserves tags, bookmarks and links.
 * Throws if no placeholder can be added.
 */
export const addPlaceholder = async (
  original: Uint8Array<ArrayBuffer>,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly offset: number }> => {
  const document = await PDFDocument.load(original, {
    forIncrementalUpdate: true,
    updateMetadata: false,
  });
  const { context } = document;
  const { snapshot } = context;
  if (!snapshot) throw new Error('The PDF library did not create a snapshot.');

  // While the snapshot is set, the library searches all objects on each change, even while saving.
  delete context.snapshot;
  const drawing = createDrawing(document);
  // The page tree may list a page twice.
  const pages = new Map(document.getPages().map((page) => [page.ref, page]));
  for (const page of pages.values()) drawAtFoot(page, drawing);
  snapshot.markRefsForSave([...pages.keys()]);

  const useObjectStreams = !hasXRefTable(Buffer.from(original.buffer), snapshot.prevStartXRef);
  const update = await document.saveIncremental(snapshot, { useObjectStreams });
  const bytes = new Uint8Array(original.byteLength + update.byteLength);
  bytes.set(original);
  bytes.set(update, original.byteLength);
  const offset = Buffer.from(bytes.buffer).indexOf(MARKER, original.byteLength);
  if (offset === -1) throw new Error('The marker is missing from the saved PDF.');
  const space = 0x20;
  bytes.fill(space, offset, offset + PLACEHOLDER_BYTES);
  return { bytes, offset };
};
