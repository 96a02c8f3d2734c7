import { expect, test } from 'vitest';
import { post } from '../../buyer.ts';
import {
  FAQ,
  GUIDES,
  PRODUCTS,
  centsOf,
  dollars,
  plainDollars,
  productOf,
} from '../../catalogue.ts';
import type { ProjectCopy } from '../../project.ts';
import { sampleText } from '../../samples/stored.ts';
import { needs } from '../../tools.ts';

const [first] = GUIDES;
if (!first) throw new Error('no guide');

export const FIRST = { ...first, cents: centsOf(first.product) + 50 };
const BUNDLE_CENTS = centsOf('bundle') + 50;
const number = Math.max(...GUIDES.map((guide) => guide.number)) + 1;
const ADDED = {
  id: `guide-${number}`,
  type: 'individual_guide_2_3',
  number,
  lessonsOnHome: 7,
  cents: 799,
};

const GUIDE_CENTS = [
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
    withdrawal: true,
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

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const WORDS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** What a page tells search engines about what it sells. */
const offersOf = (html: string): unknown =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '')[
    '@graph'
  ].find((thing: { '@type': string }) => thing['@type'] === 'Product').offers;

export const testEdited = ({ site, port, root }: { site: string; port: number; root: string }) => {
  const page = async (pathname: string): Promise<string> => {
    const response = await fetch(site + pathname);
    expect(response.status, pathname).toBe(200);
    // As a reader sees it, without the breaks of the source.
    return (await response.text()).replace(/\s+/g, ' ');
  };

  test('a changed price is on the pages, in their sums and in their structured data', async () => {
    const [home, guide] = [await page('/'), await page(FIRST.path)];
    for (const cents of [FIRST.cents, BUNDLE_CENTS, sum(GUIDE_CENTS)]) {
      expect(home).toContain(dollars(cents));
    }
    expect(home).toContain(`save ${dollars(sum(GUIDE_CENTS) - BUNDLE_CENTS)}`);
    expect(guide).toContain(`Buy Guide ${FIRST.number} – ${dollars(FIRST.cents)}`);
    const prices = [...GUIDE_CENTS, BUNDLE_CENTS];
    expect(offersOf(home)).toMatchObject({
      lowPrice: plainDollars(Math.min(...prices)),
      highPrice: plainDollars(Math.max(...prices)),
      offerCount: prices.length,
    });
    expect(offersOf(guide)).toMatchObject({ price: plainDollars(FIRST.cents) });
  });

  test.each([
    ['the changed guide', productOf(FIRST.product).product_type, FIRST.cents],
    ['the bundle', 'bundle', BUNDLE_CENTS],
    ['the new guide', ADDED.type, ADDED.cents],
  ])('Stripe asks for the price of %s', async (_what, productType, cents) => {
    const { url } = await post(site, '/api/create-payment', { productType });
    expect(await (await fetch(url)).text()).toContain(`Pay ${dollars(cents)}`);
  });

  test('another guide is a file and a catalogue entry: page, menu, shelf, bundle and sample', async () => {
    const [guide, home] = [await page(`/${ADDED.id}`), await page('/')];
    expect(guide).toContain(`Buy Guide ${ADDED.number} – ${dollars(ADDED.cents)}`);
    expect(guide).toContain('data-hue="moss"');
    const lessons = sum([...GUIDES, ADDED].map(({ lessonsOnHome }) => lessonsOnHome));
    for (const words of [
      `Guide ${ADDED.number} (Ages 2-3)`,
      `Guide ${ADDED.number}: The First Jar`,
      `${lessons} lessons`,
      `All ${WORDS[GUIDES.length + 1]} for`,
    ]) {
      expect(home).toContain(words);
    }
    expect((await fetch(`${site}/og/${ADDED.id}.png`)).status).toBe(200);
    expect(await page('/sitemap-0.xml')).toContain(`${site}/${ADDED.id}`);
  });

  test('an added guide has a sample of its own', needs('pdftotext'), () => {
    expect(sampleText(root, port, 'Added-Guide.pdf')).toContain('The First Jar');
  });

  test('another question and another testimonial are files, and a shop that sends mails says so', async () => {
    const faqs = await page('/faqs');
    expect(faqs.match(/<details name="faqs"/g)).toHaveLength(FAQ.count + 1);
    for (const words of [
      'Is this added?',
      `It costs ${dollars(ADDED.cents)}.`,
      'You also get an email with the link',
      '<a href="/find-purchase">',
    ]) {
      expect(faqs).toContain(words);
    }
    expect(faqs).not.toMatch(/don’t send it by email|\{with/);
    expect(await page('/')).toContain('He counts the forks now.');
  });
};
