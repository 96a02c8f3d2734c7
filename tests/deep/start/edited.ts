import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, launchOptions } from '../../browser.ts';
import { buy } from '../../buyer.ts';
import { GUIDES, centsOf, dollars, priceOf } from '../../catalogue.ts';
import type { ProjectCopy } from '../../project.ts';

const [first] = GUIDES;
if (!first) throw new Error('no guide');
const FIRST = first;

/** One white pixel, as a PNG. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEANl9ngAAAAABJRU5ErkJggg==',
  'base64',
);

/** Adds the options of checkout, a legal name, a license and pictures, and takes the bundle off sale. */
export const edit = ({ read, write }: ProjectCopy): void => {
  const checkout = {
    promotion_codes: true,
    tax: 'inclusive',
    invoices: true,
    withdrawal: true,
    adaptive_pricing: true,
  };
  const catalogue = { ...JSON.parse(read('content/catalog.json')), checkout };
  for (const product of catalogue.products) product.is_active &&= product.id !== 'bundle';
  write('content/catalog.json', JSON.stringify(catalogue, null, 2));
  const site = '---\nlegalName: Elm LLC\npostalAddress: 12 Elm St, Łódź\n';
  write('content/site.md', read('content/site.md').replace('---\n', site));
  const license = '---\nlicense: https://license.example/1\nabout: Plans money. Has twins.\n';
  write('content/creator.md', read('content/creator.md').replace('---\n', license));
  write('content/creator.png', PICTURE);
  write(`content/guides${FIRST.path}/01-the-first-page.png`, PICTURE);
};

export const testEdited = (site: string) => {
  const page = async (pathname: string): Promise<string> => {
    const response = await fetch(site + pathname);
    expect(response.status, pathname).toBe(200);
    // As a reader sees it, without the breaks of the source.
    return (await response.text()).replace(/\s+/g, ' ');
  };

  test('every page names the seller, and shows the owner’s pictures in place of drawings', async () => {
    const [home, guide, terms] = await Promise.all(['/', FIRST.path, '/terms'].map(page));
    for (const html of [home, guide, terms]) expect(html).toContain('Elm LLC, 12 Elm St, Łódź</p>');
    expect(terms).toContain('is run by Elm LLC, 12 Elm St, Łódź.');
    expect(home).toMatch(/<img[^>]* src="\/_astro\/creator\.[^>]*>/);
    for (const words of ['href="https://license.example/1"', 'Plans money. Has twins.']) {
      expect(home).toContain(words);
    }
    expect(guide).toMatch(/<img src="\/_astro\/[^>]* alt="the first page"/);
    expect(guide).not.toContain('/drawings/inside/');
  });

  test('a bundle that is off sale is offered nowhere', async () => {
    for (const pathname of ['/', ...GUIDES.map(({ path }) => path)]) {
      const html = await page(pathname);
      expect(html, pathname).not.toMatch(/value="bundle"|href="\/#bundle"/);
    }
  });
};

export const testCheckoutOptions = (site: string) => {
  const price = priceOf(FIRST.product);
  const discount = dollars(Math.round(centsOf(FIRST.product) / 4));

  describe('the checkout', inBrowser, () => {
    let browser: Browser;
    beforeAll(async () => void (browser = await chromium.launch(launchOptions)));
    afterAll(() => browser.close());

    test('takes a link’s code off until the parent removes it', async () => {
      // On a phone, which opens the payment page in the same tab.
      const page = await browser.newPage({ viewport: { width: 375, height: 740 } });
      await page.goto(`${site}/about?code=SPRING`);
      await page.getByText('Code SPRING is saved for checkout.').waitFor();
      expect(page.url()).toBe(`${site}/about`);
      await page.goto(site + FIRST.path);
      await page.getByText('tax included').first().waitFor();
      await page.getByText('Code SPRING is saved for checkout.').waitFor();
      await page.getByRole('button', { name: `Buy Guide ${FIRST.number}` }).click();
      await page.getByText(`${price}, with ${discount} off`).waitFor();
      await page.getByRole('button', { name: 'Use 4242' }).click();
      await page.getByText('Order confirmed').waitFor();

      await page.goto(site + FIRST.path);
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByText('is saved for checkout').waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: `Buy Guide ${FIRST.number}` }).click();
      await page.getByRole('button', { name: `Pay ${price}` }).waitFor();
      expect(await page.getByText(/ off$/).count()).toBe(0);
    });

    test('lets a parent withdraw in two steps', async () => {
      const page = await browser.newPage({ viewport: { width: 375, height: 740 } });
      const sessionId = await buy(site, FIRST.product);
      await page.goto(`${site}/guide-download?session_id=${sessionId}`);
      await page.getByRole('link', { name: 'Withdraw from this purchase' }).click();
      await page.getByText('Your money goes back the way you paid').waitFor();
      await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
      await page.getByRole('heading', { name: 'You’ve withdrawn' }).waitFor();
      expect(await page.getByRole('status').textContent()).toContain('You withdrew');
    });
  });
};
