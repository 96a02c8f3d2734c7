import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { heightOfPage } from './page-size.ts';

const QUALITY = 80;

let opening: Promise<PDFiumLibrary> | undefined;

/** Pages of a PDF as WebP pictures, in the order of their numbers, which begin with 1. */
export async function picturePages(
  pdf: ArrayBuffer,
  pageNumbers: readonly number[],
  widthPx: number,
): Promise<Buffer[]> {
  opening ??= PDFiumLibrary.init();
  const document = await (await opening).loadDocument(new Uint8Array(pdf));
  const height = heightOfPage(widthPx);
  const pictures: Buffer[] = [];
  try {
    for (const number of pageNumbers) {
      const page = document.getPage(number - 1);
      const { data, ...size } = await page.render({ width: widthPx, height, render: keepPixels });
      const raw = { width: size.width, height: size.height, channels: 4 } as const;
      const picture = sharp(data, { raw }).removeAlpha().resize(widthPx, height, { fit: 'fill' });
      pictures.push(await picture.webp({ quality: QUALITY }).toBuffer());
    }
  } finally {
    document.destroy();
  }
  return pictures;
}

async function keepPixels({ data }: { data: Uint8Array }): Promise<Uint8Array> {
  return data;
}
