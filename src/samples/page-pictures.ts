import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { heightOfPage } from './edition.ts';

/** A picture to make from a page. */
export type PictureSize = { readonly widthPx: number; readonly format: 'avif' | 'webp' };

/** Sharp enough to recognize a page's subject in small letters, and to read large ones. */
const QUALITY = { avif: 42, webp: 80 } as const;

const rawPixels = async ({ data }: { data: Uint8Array }) => data;

let opening: Promise<PDFiumLibrary> | undefined;

/** Draws a page of a PDF. Pages are numbered from 1. */
export async function picturePage(
  pdf: ArrayBuffer,
  pageNumber: number,
  { widthPx, format }: PictureSize,
): Promise<Buffer> {
  opening ??= PDFiumLibrary.init();
  const document = await (await opening).loadDocument(new Uint8Array(pdf));
  try {
    const page = document.getPage(pageNumber - 1);
    const height = heightOfPage(widthPx);
    const drawn = await page.render({ width: widthPx, height, render: rawPixels });
    const raw = { width: drawn.width, height: drawn.height, channels: 4 } as const;
    return await sharp(drawn.data, { raw })
      .removeAlpha()
      .resize(widthPx, height, { fit: 'fill' })
      .toFormat(format, { quality: QUALITY[format] })
      .toBuffer();
  } finally {
    document.destroy();
  }
}
