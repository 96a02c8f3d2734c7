import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { heightOfPage } from './page-size.ts';

/** A picture to make of a page. */
export type PictureSize = { readonly widthPx: number; readonly format: 'avif' | 'webp' };

/** Small letters stay sharp enough to tell what a page is about, and large ones to be read. */
const QUALITY = { avif: 42, webp: 80 } as const;

let opening: Promise<PDFiumLibrary> | undefined;

async function open(pdf: ArrayBuffer): Promise<PDFiumDocument> {
  opening ??= PDFiumLibrary.init();
  return (await opening).loadDocument(new Uint8Array(pdf));
}

/** Pages of a PDF as pictures, in the order of their numbers, which begin with 1. */
export async function picturePages(
  pdf: ArrayBuffer,
  pageNumbers: readonly number[],
  size: PictureSize,
): Promise<Buffer[]> {
  const document = await open(pdf);
  try {
    const pictures: Buffer[] = [];
    for (const number of pageNumbers) pictures.push(await picturePage(document, number, size));
    return pictures;
  } finally {
    document.destroy();
  }
}

async function picturePage(
  document: PDFiumDocument,
  number: number,
  { widthPx, format }: PictureSize,
): Promise<Buffer> {
  const page = document.getPage(number - 1);
  const height = heightOfPage(widthPx);
  const { data, ...size } = await page.render({ width: widthPx, height, render: keepPixels });
  const raw = { width: size.width, height: size.height, channels: 4 } as const;
  const picture = sharp(data, { raw }).removeAlpha().resize(widthPx, height, { fit: 'fill' });
  return picture.toFormat(format, { quality: QUALITY[format] }).toBuffer();
}

async function keepPixels({ data }: { data: Uint8Array }): Promise<Uint8Array> {
  return data;
}
