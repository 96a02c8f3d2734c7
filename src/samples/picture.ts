import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp, { type Sharp } from 'sharp';
import { makePdf, type TaggedPdf } from './document.ts';

type Draw = (doc: TaggedPdf) => void;

let loading: ReturnType<typeof PDFiumLibrary.init> | undefined;

/** The page that `draw` makes, as a picture of that many pixels across. */
async function drawPicture(across: number, draw: Draw): Promise<Sharp> {
  const pdf = await makePdf({ title: '', author: '' }, draw);
  const document = await (await (loading ??= PDFiumLibrary.init())).loadDocument(pdf);
  const page = document.getPage(0);
  const scale = across / page.getOriginalSize().originalWidth;
  const { data, width, height } = await page.render({ scale, render: 'bitmap' });
  document.destroy();
  return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
}

const respond = (picture: Buffer, type: string): Response =>
  new Response(new Uint8Array(picture), { headers: { 'content-type': type } });

/** The same as a PNG of few colors, small enough for emails and social networks. */
export async function drawPng(across: number, draw: Draw, colors = 192): Promise<Response> {
  const picture = await drawPicture(across, draw);
  return respond(await picture.png({ palette: true, colors, effort: 7 }).toBuffer(), 'image/png');
}

/** The same as a WebP: half as large, for pages of the site. */
export async function drawWebp(across: number, draw: Draw): Promise<Response> {
  const picture = await drawPicture(across, draw);
  return respond(await picture.webp({ quality: 50, effort: 6 }).toBuffer(), 'image/webp');
}
