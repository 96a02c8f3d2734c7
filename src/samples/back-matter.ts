import { CARD, HUES, INK, QUIET } from './art/colors.ts';
import { coins } from './art/drawing.ts';
import { formatMoney } from '../content/money.ts';
import { drawSmallCover } from './cover.ts';
import { type Edition, PAGE, pageOfLesson, type PrintedGuide } from './edition.ts';
import { drawLabels } from './jar-labels.ts';
import { addInnerPage, type Book, FLOOR, LEFT, ruleLines, WIDTH, writeHead } from './inner-page.ts';
import { type Room, type Style, write, writePair } from './text.ts';
import { decorate, drawParts, type TaggedPdf } from './document.ts';
import { drawSill } from './window.ts';

const TALLEST_CARD = 84;
const CARD_GAP = 10;
const LOWEST_SILL = 130;
const COVER_WIDTH = 206;
const COVER_GAP = 24;

const NAME: Style = { font: 'serif', size: 16, color: INK, align: 'center' };
const COST: Style = { font: 'sans', size: 14, color: QUIET, align: 'center' };

/** How many pages after the last lesson. */
function pageAfter({ learn }: PrintedGuide, count: number): number {
  return pageOfLesson(learn.length) + count;
}

export function printIncluded(doc: TaggedPdf, book: Book): void {
  const { guide } = book;
  addInnerPage(doc, book, pageAfter(guide, 1));
  const lead = 'Beside the lessons, for the kitchen table.';
  const words = { eyebrow: 'More pages', heading: 'What is included', lead };
  const top = writeHead(doc, book, words) + 26;
  const card = Math.min(TALLEST_CARD, (FLOOR - LOWEST_SILL - top) / guide.included.length);
  for (const [index, { title, detail }] of guide.included.entries()) {
    const y = top + index * card;
    decorate(doc, (pdf) => {
      pdf.roundedRect(LEFT, y, WIDTH, card - CARD_GAP, 14).fill(CARD);
      drawParts(pdf, coins([36, (card - CARD_GAP) / 2, 12]), { x: LEFT, y, scale: 1 });
    });
    const height = card - CARD_GAP;
    writePair(doc, title, detail, { x: LEFT + 68, y, width: WIDTH - 90, height });
  }
  const y = top + guide.included.length * card + 18;
  drawSill(doc, guide, { x: LEFT, y, width: WIDTH, height: FLOOR - y });
}

/** Lines for a parent's notes, or the printable that comes with the guide. */
export function printNotes(doc: TaggedPdf, book: Book): void {
  const { guide } = book;
  addInnerPage(doc, book, pageAfter(guide, 2));
  const { printable } = guide;
  const heading = printable?.title ?? 'Notes of your own';
  const lead = printable?.text ?? 'What was asked, what worked, and what to try next.';
  const eyebrow = printable ? 'To print' : 'Yours';
  const top = writeHead(doc, book, { eyebrow, heading, lead });
  if (printable) drawLabels(doc, { x: LEFT, y: top + 18, width: WIDTH, height: FLOOR - top - 18 });
  else ruleLines(doc, { x: LEFT, y: top + 4, width: WIDTH, height: FLOOR - top - 4 }, 30);
}

/** A guide's name, its ages and, where it is for sale, what it costs. */
function printOffer(doc: TaggedPdf, guide: PrintedGuide, isOwned: boolean, room: Room): void {
  const { title, ages, product } = guide;
  const cost = isOwned || !product.is_active ? '' : `, ${formatMoney(product.price_in_cents)}`;
  write(doc, 'H2', title, NAME, { ...room, height: 22 });
  const below = { ...room, y: room.y + 23, height: 20 };
  write(doc, 'P', `Ages ${ages}${cost}`, COST, below);
}

/** What all guides together cost today, or '' where they are not for sale together. */
function bundleOffer({ products, guides }: Edition): string {
  const bundle = products.find(({ product_type }) => product_type === 'bundle');
  if (!bundle?.is_active) return '';
  return `All ${guides.length} guides together: ${formatMoney(bundle.price_in_cents)}`;
}

/** The last page: the other guides, with their prices. `isWhole` where they are in the same file. */
export function printOnward(doc: TaggedPdf, book: Book, edition: Edition, isWhole: boolean): void {
  const { guide, brand } = book;
  addInnerPage(doc, book, pageAfter(guide, 3));
  const words = {
    eyebrow: 'Before you close this',
    heading: 'Where to go from here',
    lead: 'Pick one lesson, and try it this week.',
  };
  const top = writeHead(doc, book, words) + 34;
  const others = edition.guides.filter((other) => other !== guide);
  const hue = HUES[guide.hue];
  const heading = isWhole ? 'The other guides in this file' : 'The other guides';
  const style: Style = { font: 'serif', size: 18, color: hue.deep };
  write(doc, 'H2', heading, style, { x: LEFT, y: top, width: WIDTH, height: 24 });

  const step = WIDTH / Math.max(others.length, 2);
  const width = Math.min(COVER_WIDTH, step - COVER_GAP);
  const height = (width * PAGE.height) / PAGE.width;
  for (const [index, other] of others.entries()) {
    const x = LEFT + index * step + (step - width) / 2;
    drawSmallCover(doc, other, brand, { x, y: top + 40, width });
    const room = { x: LEFT + index * step, y: top + height + 54, width: step, height: 44 };
    printOffer(doc, other, isWhole, room);
  }
  const offer = isWhole ? '' : bundleOffer(edition);
  if (!offer) return;
  const y = top + height + 124;
  decorate(doc, (pdf) => pdf.roundedRect(LEFT, y, WIDTH, 56, 14).fill(hue.tint));
  const room = { x: LEFT + 20, y: y + 16, width: WIDTH - 40, height: 26 };
  write(doc, 'P', offer, { ...NAME, size: 18 }, room);
}
