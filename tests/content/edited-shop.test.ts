import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  GUIDES,
  PRODUCTS,
  SITE,
  centsOf,
  dollars,
  filesIn,
  plainDollars,
  productOf,
} from '../catalogue.ts';
import {
  type ProjectCopy,
  type StartedShop,
  copyProject,
  freePort,
  startShop,
} from '../project.ts';
import { sampleText } from '../samples/stored.ts';

const PORT = await freePort(8900);
let project: ProjectCopy;
let shop: StartedShop;

const [first] = GUIDES;
if (!first) throw new Error('no guide');
const FIRST = { ...first, cents: centsOf(first.product) + 50 };
const BUNDLE_CENTS = centsOf('bundle') + 50;
const ADDED = {
  number: Math.max(...GUIDES.map(({ number }) => number)) + 1,
  lessonsOnHome: 7,
  cents: 799,
};
const ADDED_ID = `guide-${ADDED.number}`;

const others = PRODUCTS.filter(({ id }) => id !== 'bundle' && id !== first.product);
const GUIDE_CENTS = [...others.map(({ price_in_cents: cents }) => cents), FIRST.cents, ADDED.cents];
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** What an editor does in a text editor, and nothing else. */
const edit = ({ read, write }: ProjectCopy): void => {
  const catalogue: { products: { id: string; price_in_cents: number }[] } = JSON.parse(
    read('content/catalog.json'),
  );
  for (const product of catalogue.products) {
    if (product.id === first.product) product.price_in_cents = FIRST.cents;
    if (product.id === 'bundle') product.price_in_cents = BUNDLE_CENTS;
  }
  const added = {
    ...productOf(first.product),
    id: ADDED_ID,
    product_type: 'individual_guide_2_3',
    name: 'The added guide',
    price_in_cents: ADDED.cents,
    file_name: 'Added-Guide.pdf',
  };
  write(
    'content/catalog.json',
    JSON.stringify({ ...catalogue, products: [...catalogue.products, added] }, null, 2),
  );
  write(
    `content/guides/${ADDED_ID}.md`,
    read(`content${first.path.replace('/', '/guides/')}.md`)
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

beforeAll(async () => {
  project = copyProject();
  edit(project);
  shop = await startShop(project.root, PORT);
});

afterAll(async () => {
  await shop?.stop();
  project?.remove();
});

const page = async (pathname: string): Promise<string> => {
  const response = await fetch(shop.site + pathname);
  expect(response.status, pathname).toBe(200);
  // As a reader sees it: without the breaks that the source has.
  return (await response.text()).replace(/\s+/g, ' ');
};

const dataOf = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '')[
    '@graph'
  ];
const productOfPage = (html: string) =>
  dataOf(html).find((thing: { '@type': string }) => thing['@type'] === 'Product');

/** What the payment page asks for when a product is bought. */
const amountAsked = async (productType: string): Promise<string | undefined> => {
  const response = await fetch(`${shop.site}/api/create-payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ productType }),
  });
  const { url } = await response.json();
  return /Pay (\$[\d.]+)/.exec(await (await fetch(url)).text())?.[1];
};

test('a changed price is on the pages, and what it adds up to changes with it', async () => {
  const home = await page('/');
  const saving = sum(GUIDE_CENTS) - BUNDLE_CENTS;
  for (const cents of [FIRST.cents, BUNDLE_CENTS, sum(GUIDE_CENTS)]) {
    expect(home).toContain(dollars(cents));
  }
  expect(home).toContain(`save ${dollars(saving)}`);
  expect(await page(first.path)).toContain(`Buy Guide ${first.number} – ${dollars(FIRST.cents)}`);
});

test('structured data says the changed prices, and one offer more', async () => {
  const prices = [...GUIDE_CENTS, BUNDLE_CENTS];
  expect(productOfPage(await page('/')).offers).toMatchObject({
    lowPrice: plainDollars(Math.min(...prices)),
    highPrice: plainDollars(Math.max(...prices)),
    offerCount: prices.length,
  });
  expect(productOfPage(await page(first.path)).offers).toMatchObject({
    price: plainDollars(FIRST.cents),
  });
});

test('Stripe asks for the changed price, and for the new guide’s', async () => {
  expect(await amountAsked(productOf(first.product).product_type)).toBe(dollars(FIRST.cents));
  expect(await amountAsked('bundle')).toBe(dollars(BUNDLE_CENTS));
  expect(await amountAsked('individual_guide_2_3')).toBe(dollars(ADDED.cents));
});

test('the picture of a shared link is drawn with the changed price', async () => {
  const { drawShareImage } = await import('../../src/samples/share-image.ts');
  const served = await fetch(`${shop.site}/og${first.path}.png`);
  const words = {
    brand: SITE.brand,
    heading: first.tagline,
    line: `Guide ${first.number}, ages ${first.ages}`,
    hue: first.hue,
    art: first.art,
    price: dollars(FIRST.cents),
  };
  const drawn = await drawShareImage(words);
  expect(Buffer.from(await served.arrayBuffer()).equals(drawn)).toBe(true);
});

test('another guide is a file and a catalogue entry: page, menu, shelf, bundle and sample', async () => {
  const guide = await page(`/${ADDED_ID}`);
  expect(guide).toContain(`Buy Guide ${ADDED.number} – ${dollars(ADDED.cents)}`);
  expect(guide).toContain('data-hue="moss"');
  const home = await page('/');
  expect(home).toContain(`Guide ${ADDED.number} (Ages 2-3)`);
  expect(home).toContain(`Guide ${ADDED.number}: The First Jar`);
  const lessons = sum([...GUIDES, ADDED].map(({ lessonsOnHome }) => lessonsOnHome));
  expect(home).toContain(`${lessons} lessons`);
  expect(await sampleText(project.root, PORT, 'Added-Guide.pdf')).toContain('The First Jar');
  expect((await fetch(`${shop.site}/og/${ADDED_ID}.png`)).status).toBe(200);
  const sitemap = await page('/sitemap-0.xml');
  expect(sitemap).toContain(`${shop.site}/${ADDED_ID}`);
});

test('another question and another testimonial are files', async () => {
  const faqs = await page('/faqs');
  expect(faqs.match(/<details/g)).toHaveLength(filesIn('faqs').length + 1 + 2); // two menus
  expect(faqs).toContain('Is this added?');
  expect(faqs).toContain(`It costs ${dollars(ADDED.cents)}.`);
  expect(await page('/')).toContain('He counts the forks now.');
});

const WORDS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

test('no page says how many guides there were before', async () => {
  const count = `All ${WORDS[GUIDES.length + 1]}`;
  for (const pathname of [first.path, `/${ADDED_ID}`]) {
    const [, said] = /(All \w+) come as the/.exec(await page(pathname)) ?? [];
    expect(said, pathname).toBe(count);
  }
  expect(await page('/')).toContain(`${count} for`);
});

test('a shop that sends mails says so, and where to find a lost link', async () => {
  const faqs = await page('/faqs');
  expect(faqs).toContain('You also get an email with the link');
  expect(faqs).toContain('<a href="/find-purchase">');
  expect(faqs).not.toMatch(/don’t send it by email|\{with/);
  for (const at of ['/guide-download', '/payment-success']) {
    expect(await page(at), at).toContain('Find your purchase</a>');
  }
});
