import { expect, test } from 'vitest';
import { post } from '../buyer.ts';
import { GUIDES, dollars, filesIn, plainDollars, productOf } from '../catalogue.ts';
import { sampleText } from '../samples/stored.ts';
import { ADDED, BUNDLE_CENTS, FIRST, GUIDE_CENTS } from './edited-project.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const WORDS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** What a page tells search engines about what it sells. */
const offersOf = (html: string): unknown =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '')[
    '@graph'
  ].find((thing: { '@type': string }) => thing['@type'] === 'Product').offers;

/** What is true of a shop that was started after `edit`. `port` and `root` lead to its store. */
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
    const count = `All ${WORDS[GUIDES.length + 1]}`;
    for (const words of [
      `Guide ${ADDED.number} (Ages 2-3)`,
      `Guide ${ADDED.number}: The First Jar`,
      `${lessons} lessons`,
      `${count} for`,
    ]) {
      expect(home).toContain(words);
    }
    for (const text of [guide, await page(FIRST.path)]) {
      expect(text).toContain(`${count} come as the`);
    }
    expect(await sampleText(root, port, 'Added-Guide.pdf')).toContain('The First Jar');
    expect((await fetch(`${site}/og/${ADDED.id}.png`)).status).toBe(200);
    expect(await page('/sitemap-0.xml')).toContain(`${site}/${ADDED.id}`);
  });

  test('another question and another testimonial are files, and a shop that sends mails says so', async () => {
    const faqs = await page('/faqs');
    expect(faqs.match(/<details name="faqs"/g)).toHaveLength(filesIn('faqs').length + 1);
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
