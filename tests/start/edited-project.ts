import { GUIDES, PRODUCTS, centsOf, productOf } from '../catalogue.ts';
import type { ProjectCopy } from '../project.ts';

const [first] = GUIDES;
if (!first) throw new Error('no guide');

/** A guide whose price is changed. */
export const FIRST = { ...first, cents: centsOf(first.product) + 50 };
export const BUNDLE_CENTS = centsOf('bundle') + 50;
/** A guide that is new. */
export const ADDED = {
  number: Math.max(...GUIDES.map(({ number }) => number)) + 1,
  lessonsOnHome: 7,
  cents: 799,
};
export const ADDED_ID = `guide-${ADDED.number}`;

const others = PRODUCTS.filter(({ id }) => id !== 'bundle' && id !== FIRST.product);
/** The prices of all guides, as they are after the edit. */
export const GUIDE_CENTS = [
  ...others.map(({ price_in_cents: cents }) => cents),
  FIRST.cents,
  ADDED.cents,
];

/** Does what an editor does in a text editor, and nothing else. */
export const edit = ({ read, write }: ProjectCopy): void => {
  const catalogue: { products: { id: string; price_in_cents: number }[] } = JSON.parse(
    read('content/catalog.json'),
  );
  for (const product of catalogue.products) {
    if (product.id === FIRST.product) product.price_in_cents = FIRST.cents;
    if (product.id === 'bundle') product.price_in_cents = BUNDLE_CENTS;
  }
  const checkout = {
    promotion_codes: true,
    tax: 'inclusive',
    invoices: true,
    refunds: true,
    upgrades: true,
    adaptive_pricing: true,
  };
  const added = {
    ...productOf(FIRST.product),
    id: ADDED_ID,
    product_type: 'individual_guide_2_3',
    name: 'The added guide',
    price_in_cents: ADDED.cents,
    file_name: 'Added-Guide.pdf',
  };
  write(
    'content/catalog.json',
    JSON.stringify({ ...catalogue, checkout, products: [...catalogue.products, added] }, null, 2),
  );
  write(
    `content/guides/${ADDED_ID}.md`,
    read(`content${FIRST.path.replace('/', '/guides/')}.md`)
      .replace(/^product: .*$/m, `product: ${ADDED_ID}`)
      .replace(/^number: .*$/m, `number: ${ADDED.number}`)
      .replace(/^ages: .*$/m, 'ages: 2–3')
      .replace(/^hue: .*$/m, 'hue: moss')
      .replace(/^art: .*$/m, 'art: jars')
      .replace(/^title: .*$/m, 'title: The First Jar')
      .replace(/^lessonsOnHome: .*$/m, `lessonsOnHome: ${ADDED.lessonsOnHome}`)
      .replace(/^printable:\n(?: +.*\n)+/m, ''),
  );
  write(
    'content/faqs/98-added.md',
    `---\nquestion: Is this added?\n---\n\nIt costs {price:${ADDED_ID}}.\n`,
  );
  write(
    'content/testimonials/98-added.md',
    '---\nname: Lee W.\ndetail: father of one, 3\n---\n\nHe counts the forks now.\n',
  );
};
