import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { makePdf, type TaggedPdf } from './document.ts';

let loading: ReturnType<typeof PDFiumLibrary.init> | undefined;

/**
 * The page that `draw` makes, as a PNG of that many pixels across. It has few colors, so that it is small enough for
 * emails and social networks.
 */
export async function drawPng(
  across: number,
  draw: (doc: TaggedPdf) => void,
  colors = 192,
): Promise<Response> {
  const pdf = await makePdf({ title: '', author: '' }, draw);
  const document = await (await (loading ??= PDFiumLibrary.init())).loadDocument(pdf);
  const page = document.getPage(0);
  const scale = across / page.getOriginalSize().originalWidth;
  const { data, width, height } = await page.render({ scale, render: 'bitmap' });
  document.destroy();
  const picture = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  const png = await picture.png({ palette: true, colors, effort: 7 }).toBuffer();
  return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } });
}
