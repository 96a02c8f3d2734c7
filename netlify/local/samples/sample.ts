import PDFDocument from 'pdfkit';
import type { Product } from '#contract/catalogue.ts';
import { type GuideContent, readGuides } from './guide-content.ts';

type Hue = GuideContent['hue'];

const INK = '#17332b';
const QUIET = '#52665e';
const PAPER = '#fbf7ef';
const HUES: Record<Hue, string> = { coral: '#e4694a', teal: '#1f8a8c', plum: '#6b4ba3' };

const MARGIN = 64;
/** The same date in every sample, so that the same content makes the same bytes. */
const MADE_AT = new Date('2026-01-01T00:00:00Z');

const drawFrame = (pdf: PDFKit.PDFDocument, color: string): void => {
  const { width, height } = pdf.page;
  pdf.rect(0, 0, width, height).fill(PAPER);
  pdf.rect(0, 0, width, 14).fill(color);
  const mark = 'SAMPLE. The shop serves its own guide here once one is uploaded.';
  // Above the margin, or pdfkit would open another page for it.
  pdf.font('Helvetica').fontSize(9).fillColor(QUIET);
  pdf.text(mark, MARGIN, height - MARGIN - 12, { lineBreak: false });
};

const addPage = (pdf: PDFKit.PDFDocument, hue: Hue, heading: string): void => {
  pdf.addPage();
  drawFrame(pdf, HUES[hue]);
  pdf.font('Times-Bold').fontSize(30).fillColor(INK).text(heading, MARGIN, 120);
  pdf.moveDown(0.8).font('Helvetica').fontSize(14).fillColor(INK);
};

const drawCover = (pdf: PDFKit.PDFDocument, product: Product, guides: readonly GuideContent[]) => {
  pdf.addPage();
  const { width, height } = pdf.page;
  pdf.rect(0, 0, width, height).fill(PAPER);
  const band = height / 2 / guides.length;
  guides.forEach(({ hue }, i) => pdf.rect(0, i * band, width, band).fill(HUES[hue]));
  pdf
    .font('Times-Bold')
    .fontSize(40)
    .fillColor(INK)
    .text(product.name, MARGIN, height / 2 + 40);
  const line = guides.map(({ title }) => title).join(', ');
  pdf.moveDown(0.4).font('Helvetica').fontSize(16).fillColor(QUIET).text(line);
  pdf.fontSize(12).text('SAMPLE', MARGIN, height - MARGIN - 16, { lineBreak: false });
};

const drawGuide = (pdf: PDFKit.PDFDocument, guide: GuideContent): void => {
  addPage(pdf, guide.hue, `${guide.title}, ages ${guide.ages}`);
  pdf.text(guide.tagline).moveDown();
  guide.learn.forEach(({ title }, i) => pdf.text(`${i + 1}.  ${title}`).moveDown(0.4));
  guide.learn.forEach(({ title, scene }, i) => {
    addPage(pdf, guide.hue, `Lesson ${i + 1}: ${title}`);
    pdf.text(scene, { lineGap: 6 });
  });
  addPage(pdf, guide.hue, 'What is included');
  guide.included.forEach(({ title, detail }) => pdf.text(`${title}: ${detail}`).moveDown(0.6));
  addPage(pdf, guide.hue, 'Notes of your own');
  addPage(pdf, guide.hue, 'Where to go from here');
  pdf.text('Pick one lesson, and try it this week.');
};

/** A PDF in place of a guide that is not uploaded yet: 15 pages a guide, each marked as a sample. */
export const makeSample = async (product: Product): Promise<ArrayBuffer> => {
  const all = await readGuides();
  const own = all.filter((guide) => guide.product === product.id);
  const guides = own.length > 0 ? own : all;
  const pdf = new PDFDocument({
    autoFirstPage: false,
    size: 'LETTER',
    margin: MARGIN,
    info: { Title: `${product.name} (sample)`, CreationDate: MADE_AT },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise((resolve) => pdf.once('end', resolve));
  drawCover(pdf, product, guides);
  for (const guide of guides) drawGuide(pdf, guide);
  pdf.end();
  await finished;
  return new Uint8Array(Buffer.concat(chunks)).buffer;
};
