import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import type { Keep } from './cache.ts';
import { keepOnDisk } from './kept.ts';
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

/**
 * Pages of a PDF as pictures, in the order of their numbers, which begin with 1. They are kept,
 * since a page takes some 100 ms.
 */
export async function picturePages(
  pdf: ArrayBuffer,
  pageNumbers: readonly number[],
  size: PictureSize,
  keep: Keep = keepOnDisk,
): Promise<Buffer[]> {
  let document: PDFiumDocument | undefined;
  const pictures: Buffer[] = [];
  try {
    for (const number of pageNumbers) {
      const inputs = ['page', new Uint8Array(pdf), String(number), JSON.stringify(size)];
      const picture = await keep(inputs, async () => {
        document ??= await open(pdf);
        return picturePage(document, number, size);
      });
      pictures.push(picture);
    }
  } finally {
    document?.destroy();
  }
  return pictures;
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
