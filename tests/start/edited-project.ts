import { GUIDES, PRODUCTS, centsOf, productOf } from '../catalogue.ts';
import type { ProjectCopy } from '../project.ts';

const [first] = GUIDES;
if (!first) throw new Error('no guide');

/** A guide whose price is changed. */
export const FIRST = { ...first, cents: centsOf(first.product) + 50 };
export const BUNDLE_CENTS = centsOf('bundle') + 50;
const number = Math.max(...GUIDES.map((guide) => guide.number)) + 1;
/** A guide that is new. */
export const ADDED = {
  id: `guide-${number}`,
  type: 'individual_guide_2_3',
  number,
  lessonsOnHome: 7,
  cents: 799,
};

/** The prices of all guides, as they are after the edit. */
export const GUIDE_CENTS = [
  ...PRODUCTS.filter(({ id }) => id !== 'bundle' && id !== FIRST.product).map(
    ({ price_in_cents: cents }) => cents,
  ),
  FIRST.cents,
  ADDED.cents,
];

/** Does what an editor does in a text editor, and nothing else. */
export const edit = ({ read, write }: ProjectCopy): void => {
  const catalogue: { products: { id: string; price_in_cents: number }[]; checkout?: object } =
    JSON.parse(read('content/catalog.json'));
  for (const product of catalogue.products) {
    if (product.id === FIRST.product) product.price_in_cents = FIRST.cents;
    if (product.id === 'bundle') product.price_in_cents = BUNDLE_CENTS;
  }
  const added = {
    ...productOf(FIRST.product),
    id: ADDED.id,
    product_type: ADDED.type,
    name: 'The added guide',
    price_in_cents: ADDED.cents,
    file_name: 'Added-Guide.pdf',
  };
  catalogue.products.push(added);
  catalogue.checkout = {
    promotion_codes: true,
    tax: 'inclusive',
    invoices: true,
    refunds: true,
    upgrades: true,
    adaptive_pricing: true,
  };
  write('content/catalog.json', JSON.stringify(catalogue, null, 2));

  const fields = {
    product: ADDED.id,
    number: ADDED.number,
    ages: '2–3',
    hue: 'moss',
    art: 'jars',
    title: 'The First Jar',
    lessonsOnHome: ADDED.lessonsOnHome,
  };
  let guide = read(`content/guides${FIRST.path}.md`).replace(/^printable:\n(?: +.*\n)+/m, '');
  for (const [name, value] of Object.entries(fields)) {
    guide = guide.replace(new RegExp(`^${name}: .*$`, 'm'), `${name}: ${value}`);
  }
  write(`content/guides/${ADDED.id}.md`, guide);
  write(
    'content/faqs/98-added.md',
    `---\nquestion: Is this added?\n---\n\nIt costs {price:${ADDED.id}}.\n`,
  );
  write(
    'content/testimonials/98-added.md',
    '---\nname: Lee W.\ndetail: father of one, 3\n---\n\nHe counts the forks now.\n',
  );
};
