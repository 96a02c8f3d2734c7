import { type Page, expect } from '@playwright/test';
import { GUIDES } from '../../catalogue.ts';
import { answer, orderFor, purchaseIs } from '../answers.ts';
import { DOWNLOAD, PRODUCTS, paidFor, clickDownload } from './files.ts';
import { type Row, leadsTo, on, row } from './row.ts';

const READY = paidFor();

/** Which products' files the page asks for where it did not get them with the verdict. */
const askedFor = async (page: Page, count: number): Promise<string[]> => {
  const links = page.locator('[aria-labelledby="file-links"] a');
  await expect(links).toHaveCount(count);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/secure-file-access'))
      asked.push(request.postDataJSON().product_id);
  });
  await page.reload();
  await expect(links).toHaveCount(count);
  return asked;
};

export const DOWNLOADS: readonly Row[] = [
  row(
    2,
    'the download page shows "Verifying your purchase..." first',
    on(DOWNLOAD, { before: (page) => answer(page, 'verify-payment', 'never') }),
    (page) => expect(page.getByText('Verifying your purchase...', { exact: true })).toBeVisible(),
  ),
  row(
    2,
    'with a paid order it shows "Your Guide is Ready!" and what it is',
    READY,
    async (page) => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Guide is Ready!');
      await expect(page.getByText('Ages 6-10', { exact: true })).toBeVisible();
      const guide = GUIDES.find(({ product }) => product === 'guide-1');
      const facts = `PDF, ${guide?.fileSize}, ${guide?.pages} pages`;
      await expect(page.getByText(facts, { exact: true }).filter({ visible: true })).toHaveCount(1);
    },
  ),
  row(2, 'it has a download button and a home button', READY, async (page) => {
    await expect(page.getByRole('button', { name: 'Download Your Guide' })).toBeEnabled();
    await leadsTo(page.getByRole('main').getByRole('link', { name: 'Return to Home' }), '/');
  }),
  row(
    2,
    'the download button reads "Preparing Download..." while busy',
    paidFor({ products: 'never' }),
    async (page) => {
      await clickDownload(page);
      const button = page.getByRole('button', { name: 'Preparing Download...' });
      await expect(button).toBeDisabled();
    },
  ),
  row(
    2,
    'without a paid order it shows an access-denied outcome with a home button',
    on(DOWNLOAD, {
      before: async (page) => {
        await purchaseIs(page, 'unpaid');
        // An answer without content leaves the page where it is, so that it can be read.
        await page.route(
          (url) => url.pathname === '/',
          (route) => route.fulfill({ status: 204 }),
        );
      },
    }),
    async (page) => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access denied');
      await leadsTo(page.getByRole('main').getByRole('link', { name: 'Return to Home' }), '/');
    },
  ),
  row(
    5,
    'the bundle gets all active products, and none that is not',
    paidFor({
      bought: 'bundle',
      products: {
        json: { products: [...PRODUCTS, { ...PRODUCTS[1], id: 'guide-0', is_active: false }] },
      },
    }),
    async (page) => expect(await askedFor(page, 3)).toEqual(['bundle', 'guide-1', 'guide-2']),
  ),
  row(
    5,
    'an individual purchase gets the product of its type',
    paidFor({ bought: 'individual_guide_6_10' }),
    async (page) => expect(await askedFor(page, 1)).toEqual(['guide-1']),
  ),
  row(
    5,
    'or, where no type matches, the product of its name',
    paidFor({
      products: {
        json: { products: [{ ...PRODUCTS[1], id: 'guide-1', name: orderFor('').guide_name }] },
      },
    }),
    async (page) => expect(await askedFor(page, 1)).toEqual(['guide-1']),
  ),
];
