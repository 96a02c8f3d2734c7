import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { Edition, PrintedGuide, PrintedProduct } from '../../src/samples/edition.ts';

const product = (id: string, price_in_cents: number): PrintedProduct => ({
  id,
  product_type: id === 'bundle' ? 'bundle' : `individual_${id}`,
  name: `Coin School: ${id}`,
  price_in_cents,
  is_active: true,
});

/** Text of a length, in words, with an end of its own. */
export const wordy = (length: number, end: string): string =>
  `${'Counting coins aloud at the table takes patience. '.repeat(99).slice(0, length - end.length - 1)} ${end}`;

const guide = (number: number, given: Partial<PrintedGuide>): PrintedGuide => ({
  number,
  ages: `${number}–${number + 3}`,
  hue: 'coral',
  art: 'seed',
  title: `Title ${number}`,
  tagline: `Tagline ${number}`,
  learn: Array.from({ length: 10 }, (_, i) => ({
    title: `Topic ${i + 1} of guide ${number}`,
    scene: `Scene ${i + 1} of guide ${number}.`,
  })),
  preview: [
    {
      lesson: 2,
      read: 'It’s “only” a coin – and yet.',
      together: 'Count the coins in the jar.',
      script: [{ child: 'Is that a lot?' }, { you: 'What could it buy?' }],
    },
  ],
  product: product(`guide-${number}`, 700 + number),
  ...given,
});

export const guides = [
  guide(1, {}),
  guide(2, { hue: 'teal', art: 'sprout' }),
  guide(3, { hue: 'moss', art: 'jars' }),
] as const;

export const edition: Edition = {
  brand: 'Coin School',
  guides,
  products: [...guides.map((each) => each.product), product('bundle', 1555)],
};

/** What can be read on each page of a PDF, its lines joined. */
export const readPages = async (pdf: ArrayBuffer): Promise<string[]> => {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(new Uint8Array(pdf.slice(0)));
  const texts = [...document.pages()].map((page) => page.getText().replace(/\s+/g, ' '));
  document.destroy();
  library.destroy();
  return texts;
};
