import { expect, test } from 'vitest';
import { GUIDES, dollars, filesIn, plainDollars, productOf } from '../catalogue.ts';
import { sampleText } from '../samples/stored.ts';
import { ADDED, ADDED_ID, BUNDLE_CENTS, FIRST, GUIDE_CENTS } from './edited-project.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const WORDS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

type Product = { offers: Readonly<Record<string, unknown>> };

const productOfPage = (html: string): Product =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '')[
    '@graph'
  ].find((thing: { '@type': string }) => thing['@type'] === 'Product');

/** What is true of a shop that was started after `edit`. `port` and `root` lead to its store. */
export const testEdited = ({ site, port, root }: { site: string; port: number; root: string }) => {
  const page = async (pathname: string): Promise<string> => {
    const response = await fetch(site + pathname);
    expect(response.status, pathname).toBe(200);
    // As a reader sees it, without the breaks of the source.
    return (await response.text()).replace(/\s+/g, ' ');
  };

  /** What the payment page asks for when a product is bought. */
  const amountAsked = async (productType: string): Promise<string | undefined> => {
    const response = await fetch(`${site}/api/create-payment`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ productType }),
    });
    const { url } = await response.json();
    return /Pay (\$[\d.]+)/.exec(await (await fetch(url)).text())?.[1];
  };

  test('a changed price is on the pages, in their sums and in their structured data', async () => {
    const [home, guide] = [await page('/'), await page(FIRST.path)];
    for (const cents of [FIRST.cents, BUNDLE_CENTS, sum(GUIDE_CENTS)]) {
      expect(home).toContain(dollars(cents));
    }
    expect(home).toContain(`save ${dollars(sum(GUIDE_CENTS) - BUNDLE_CENTS)}`);
    expect(guide).toContain(`Buy Guide ${FIRST.number} – ${dollars(FIRST.cents)}`);
    const prices = [...GUIDE_CENTS, BUNDLE_CENTS];
    expect(productOfPage(home).offers).toMatchObject({
      lowPrice: plainDollars(Math.min(...prices)),
      highPrice: plainDollars(Math.max(...prices)),
      offerCount: prices.length,
    });
    expect(productOfPage(guide).offers).toMatchObject({ price: plainDollars(FIRST.cents) });
  });

  test('Stripe asks for the changed price, and for the new guide’s', async () => {
    expect(await amountAsked(productOf(FIRST.product).product_type)).toBe(dollars(FIRST.cents));
    expect(await amountAsked('bundle')).toBe(dollars(BUNDLE_CENTS));
    expect(await amountAsked('individual_guide_2_3')).toBe(dollars(ADDED.cents));
  });

  test('another guide is a file and a catalogue entry: page, menu, shelf, bundle and sample', async () => {
    const [guide, home] = [await page(`/${ADDED_ID}`), await page('/')];
    expect(guide).toContain(`Buy Guide ${ADDED.number} – ${dollars(ADDED.cents)}`);
    expect(guide).toContain('data-hue="moss"');
    expect(home).toContain(`Guide ${ADDED.number} (Ages 2-3)`);
    expect(home).toContain(`Guide ${ADDED.number}: The First Jar`);
    const lessons = sum([...GUIDES, ADDED].map(({ lessonsOnHome }) => lessonsOnHome));
    expect(home).toContain(`${lessons} lessons`);
    expect(await sampleText(root, port, 'Added-Guide.pdf')).toContain('The First Jar');
    expect((await fetch(`${site}/og/${ADDED_ID}.png`)).status).toBe(200);
    expect(await page('/sitemap-0.xml')).toContain(`${site}/${ADDED_ID}`);
    const count = `All ${WORDS[GUIDES.length + 1]}`;
    for (const pathname of [FIRST.path, `/${ADDED_ID}`]) {
      const [, said] = /(All \w+) come as the/.exec(await page(pathname)) ?? [];
      expect(said, pathname).toBe(count);
    }
    expect(home).toContain(`${count} for`);
  });

  test('another question and another testimonial are files', async () => {
    const faqs = await page('/faqs');
    expect(faqs.match(/<details/g)).toHaveLength(filesIn('faqs').length + 1 + 2); // two menus
    expect(faqs).toContain('Is this added?');
    expect(faqs).toContain(`It costs ${dollars(ADDED.cents)}.`);
    expect(await page('/')).toContain('He counts the forks now.');
  });

  test('a shop that sends mails says so, and where to find a lost link', async () => {
    const faqs = await page('/faqs');
    expect(faqs).toContain('You also get an email with the link');
    expect(faqs).toContain('<a href="/find-purchase">');
    expect(faqs).not.toMatch(/don’t send it by email|\{with/);
  });
};
