import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp, { type Sharp } from 'sharp';
import { makePdf, type TaggedPdf } from './document.ts';

let loading: ReturnType<typeof PDFiumLibrary.init> | undefined;

/** The page that `draw` makes, as a picture of that many pixels across. */
async function drawPicture(across: number, draw: (doc: TaggedPdf) => void): Promise<Sharp> {
  const pdf = await makePdf({ title: '', author: '' }, draw);
  const document = await (await (loading ??= PDFiumLibrary.init())).loadDocument(pdf);
  const page = document.getPage(0);
  const scale = across / page.getOriginalSize().originalWidth;
  const { data, width, height } = await page.render({ scale, render: 'bitmap' });
  document.destroy();
  return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
}

/** The same as a PNG of few colors, small enough for emails and social networks. */
export async function drawPng(
  across: number,
  draw: (doc: TaggedPdf) => void,
  colors = 192,
): Promise<Buffer> {
  const picture = await drawPicture(across, draw);
  return picture.png({ palette: true, colors, effort: 7 }).toBuffer();
}

/** The same as a WebP: half as large, for pages of the site. */
export async function drawWebp(across: number, draw: (doc: TaggedPdf) => void): Promise<Buffer> {
  const picture = await drawPicture(across, draw);
  return picture.webp({ quality: 50, effort: 6 }).toBuffer();
}
