import { CARD, HUES, INK, QUIET } from '../art/colors.ts';
import { coins } from '../art/drawing.ts';
import { formatMoney } from '../lib/money.ts';
import { drawSmallCover } from './cover.ts';
import { type Edition, pageOfLesson, type PrintedGuide } from './edition.ts';
import { drawLabels } from './jar-labels.ts';
import {
  addLeaf,
  bodyStyle,
  type Book,
  drawWindow,
  FLOOR,
  LEFT,
  ruleLines,
  WIDTH,
  writeHead,
} from './leaf.ts';
import { PAGE } from './page-size.ts';
import { decorate, drawParts, type Press } from './press.ts';
import { type Style, write } from './type.ts';

const TALLEST_CARD = 84;
const CARD_GAP = 10;
const COVER = { width: 150, gap: 30 };

const CARD_TITLE: Style = { font: 'serif', size: 16, color: INK };
const CARD_TEXT: Style = { font: 'sans', size: 12.5, color: QUIET };

/** How many pages after the last lesson. */
function pageAfter({ learn }: PrintedGuide, count: number): number {
  return pageOfLesson(learn.length) + count;
}

export function printIncluded(press: Press, book: Book): void {
  const { guide } = book;
  addLeaf(press, book, pageAfter(guide, 1));
  const lead = 'Beside the lessons, for the kitchen table.';
  const words = { eyebrow: 'More pages', heading: 'What is included', lead };
  const top = writeHead(press, book, words) + 26;
  const card = Math.min(TALLEST_CARD, (FLOOR - 190 - top) / guide.included.length);
  for (const [index, { title, detail }] of guide.included.entries()) {
    const y = top + index * card;
    decorate(press, (pdf) => {
      pdf.roundedRect(LEFT, y, WIDTH, card - CARD_GAP, 14).fill(CARD);
      drawParts(pdf, coins([36, (card - CARD_GAP) / 2, 12]), { x: LEFT, y, scale: 1 });
    });
    const room = { x: LEFT + 68, width: WIDTH - 90 };
    const middle = y + (card - CARD_GAP) / 2;
    write(press, 'H2', title, CARD_TITLE, { ...room, y: middle - 21, height: 22 });
    write(press, 'P', detail, CARD_TEXT, { ...room, y: middle + 2, height: 18 });
  }
  const y = top + guide.included.length * card + 24;
  drawWindow(press, book, { x: LEFT, y, width: WIDTH, height: FLOOR - y });
}

/** Lines for a parent's notes, or the printable that comes with the guide. */
export function printNotes(press: Press, book: Book): void {
  const { guide } = book;
  addLeaf(press, book, pageAfter(guide, 2));
  const { printable } = guide;
  const heading = printable?.title ?? 'Notes of your own';
  const lead = printable?.text ?? 'What was asked, what worked, and what to try next.';
  const eyebrow = printable ? 'To print' : 'Yours';
  const top = writeHead(press, book, { eyebrow, heading, lead });
  if (printable) drawLabels(press, { x: LEFT, y: top + 18, width: WIDTH, height: FLOOR - top - 18 });
  else ruleLines(press, { x: LEFT, y: top + 4, width: WIDTH, height: FLOOR - top - 4 }, 30);
}

/** What the other guides and the bundle cost, as the catalogue has it today. */
function offers({ products, guides }: Edition, guide: PrintedGuide): string {
  const others = guides.filter((other) => other !== guide && other.product.is_active);
  const single = others.map(({ ages, product }) => `ages ${ages} for ${price(product)}`);
  const bundle = products.find((product) => product.product_type === 'bundle');
  const all = bundle?.is_active ? [`all ${guides.length} together for ${price(bundle)}`] : [];
  const line = [...single, ...all].join(', ');
  return line && `${line.charAt(0).toUpperCase()}${line.slice(1)}.`;
}

function price({ price_in_cents }: { readonly price_in_cents: number }): string {
  return formatMoney(price_in_cents);
}

export function printOnward(press: Press, book: Book, edition: Edition, isWhole: boolean): void {
  const { guide, brand } = book;
  addLeaf(press, book, pageAfter(guide, 3));
  const words = {
    eyebrow: 'The end, and a beginning',
    heading: 'Where to go from here',
    lead: 'Pick one lesson, and try it this week.',
  };
  const top = writeHead(press, book, words) + 34;
  const others = edition.guides.filter((other) => other !== guide);
  const scale = Math.min(1, WIDTH / (others.length * (COVER.width + COVER.gap) - COVER.gap));
  const cover = { width: COVER.width * scale, step: (COVER.width + COVER.gap) * scale };
  const height = (cover.width * PAGE.height) / PAGE.width;
  const heading = isWhole ? 'The other guides in this bundle' : 'The other guides';
  const style: Style = { font: 'serif', size: 17, color: HUES[guide.hue].deep };
  write(press, 'H2', heading, style, { x: LEFT, y: top, width: WIDTH, height: 24 });
  for (const [index, other] of others.entries()) {
    const x = LEFT + index * cover.step;
    drawSmallCover(press, other, brand, { x, y: top + 36, width: cover.width });
    const below = { x, y: top + height + 48, width: cover.width, height: 20 };
    write(press, 'P', `${other.title}, ages ${other.ages}`, CARD_TEXT, below);
  }
  const line = isWhole ? '' : offers(edition, guide);
  const below = { x: LEFT, y: top + height + 84, width: WIDTH, height: 60 };
  if (line) write(press, 'P', line, bodyStyle(14), below);
}
