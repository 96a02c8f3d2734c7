import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawAnew } from '../draw-anew.ts';
import { type ProjectCopy, type StartedShop, copyProject, startShop } from '../project.ts';
import { sampleText } from '../samples.ts';

const PORT = 8900;
let project: ProjectCopy;
let shop: StartedShop;

/** What an editor does in a text editor, and nothing else. */
const edit = ({ read, write }: ProjectCopy): void => {
  const catalogue = JSON.parse(read('content/catalog.json'));
  const [first, , third, bundle] = catalogue.products;
  first.price_in_cents = 949;
  bundle.price_in_cents = 2149;
  catalogue.products.push({
    ...third,
    id: 'guide-4',
    product_type: 'individual_guide_4_5',
    name: 'Money-Smart Kids: Ages 4-5',
    price_in_cents: 799,
    file_name: 'Money-Smart-Kids-Ages-4-5.pdf',
  });
  write('content/catalog.json', JSON.stringify(catalogue, null, 2));
  write(
    'content/guides/guide-4.md',
    read('content/guides/guide-3.md')
      .replace('product: guide-3', 'product: guide-4')
      .replace('number: 3', 'number: 4')
      .replace('ages: 15–18', 'ages: 4–5')
      .replace('hue: plum', 'hue: moss')
      .replace('art: tree', 'art: jars')
      .replace('title: A Tree of Their Own', 'title: The First Jar'),
  );
  write(
    'content/faqs/13-new.md',
    '---\nquestion: Is this new?\n---\n\nIt costs {price:guide-4}.\n',
  );
  write(
    'content/testimonials/04-new.md',
    '---\nname: Lee W.\ndetail: father of one, 4\n---\n\nHe counts the spoons now.\n',
  );
};

beforeAll(async () => {
  project = copyProject();
  edit(project);
  shop = await startShop(project.root, PORT);
}, 120_000);

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
const productOf = (html: string) =>
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
  for (const price of ['$9.49', '$21.49', '$35.46', 'save $13.97']) expect(home).toContain(price);
  expect(home).not.toContain('$19.99');
  expect(await page('/guide-1')).toContain('Buy Guide 1 – $9.49');
});

test('structured data says the changed prices, and one offer more', async () => {
  expect(productOf(await page('/')).offers).toMatchObject({
    lowPrice: '7.99',
    highPrice: '21.49',
    offerCount: 5,
  });
  expect(productOf(await page('/guide-1')).offers).toMatchObject({ price: '9.49' });
});

test('Stripe asks for the changed price, and for the new guide’s', async () => {
  expect(await amountAsked('individual_guide_6_10')).toBe('$9.49');
  expect(await amountAsked('bundle')).toBe('$21.49');
  expect(await amountAsked('individual_guide_4_5')).toBe('$7.99');
});

test('the picture of a shared link is drawn with the changed price', async () => {
  const { drawShareImage } = await import('../../src/press/share-image.ts');
  const served = await fetch(`${shop.site}/og/guide-1.png`);
  const words = {
    brand: 'Money-Smart Kids',
    heading: 'Allowance day, without the argument',
    line: 'Guide 1, ages 6–10',
    hue: 'coral',
    art: 'seed',
    price: '$9.49',
  } as const;
  const drawn = await drawShareImage(words, drawAnew);
  expect(Buffer.from(await served.arrayBuffer()).equals(drawn)).toBe(true);
});

test('the samples name the changed prices', async () => {
  expect(await sampleText(project.root, PORT, 'Money-Smart-Kids-Ages-11-14.pdf')).toContain(
    '$9.49',
  );
});

test('a fourth guide is a file and a catalogue entry: page, menu, shelf, bundle and sample', async () => {
  const guide = await page('/guide-4');
  expect(guide).toContain('Buy Guide 4 – $7.99');
  expect(guide).toContain('data-hue="moss"');
  const home = await page('/');
  expect(home).toContain('Guide 4 (Ages 4-5)');
  expect(home).toContain('Guide 4: The First Jar');
  expect(home).toContain('41 lessons in all');
  expect(await sampleText(project.root, PORT, 'Money-Smart-Kids-Ages-4-5.pdf')).toContain(
    'The First Jar',
  );
  expect((await fetch(`${shop.site}/og/guide-4.png`)).status).toBe(200);
  const sitemap = await page('/sitemap-0.xml');
  expect(sitemap).toContain(`${shop.site}/guide-4`);
});

test('a thirteenth question and a fourth testimonial are files', async () => {
  const faqs = await page('/faqs');
  expect(faqs.match(/<details/g)?.length).toBe(13 + 2); // two menus
  expect(faqs).toContain('Is this new?');
  expect(faqs).toContain('It costs $7.99.');
  expect(await page('/')).toContain('He counts the spoons now.');
});

test('no page says three where there are four', async () => {
  for (const pathname of ['/guide-1', '/guide-4']) {
    const [, said] = /(All \w+) come as the/.exec(await page(pathname)) ?? [];
    expect(said, pathname).toBe('All four');
  }
  expect(await page('/')).toContain('All four for');
});
