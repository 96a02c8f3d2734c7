import { type Page, expect } from '@playwright/test';
import { answer, problem, purchaseIs } from '../answers.ts';
import { collectDownloads } from '../parent.ts';
import { DOWNLOAD, paidFor, clickDownload } from './files.ts';
import { type Row, type Scene, on, toastSays, row } from './row.ts';

const isHome = (page: Page): Promise<void> => expect(page).toHaveURL(/:\d+\/$/);
const stays = (page: Page): Promise<void> =>
  expect(page).toHaveURL(/\/guide-download\?session_id=/);

const denied = (says: string, at: Scene, title: string, words: string): Row =>
  row(8, `${says}: "${title}", "${words}", and home`, at, async (page) => {
    await toastSays(page, title, words);
    await isHome(page);
  });

const refused = (shop: Parameters<typeof paidFor>[0], title: string, words: string): Row =>
  row(8, `a download says "${title}", "${words}", and stays`, paidFor(shop), async (page) => {
    await clickDownload(page);
    await toastSays(page, title, words);
    await stays(page);
    await expect(page.getByRole('button', { name: 'Download Your Guide' })).toBeEnabled();
  });

const success = (bought: string, count: number): Row =>
  row(
    8,
    `after ${count} files: "Download Started", "${count} file(s) downloaded successfully!"`,
    paidFor({ bought }),
    async (page) => {
      await collectDownloads(page, count, () => clickDownload(page));
      const toast = await toastSays(
        page,
        'Download Started',
        `${count} file(s) downloaded successfully!`,
      );
      await expect(toast).toHaveAttribute('data-type', 'success');
      await stays(page);
    },
  );

const DETAIL = 'No paid order includes this product.';
const NO_PRODUCT = 'No matching products found for your purchase';
const DOWN = problem(503, 'Later.');

export const ERRORS: readonly Row[] = [
  denied(
    'no session id',
    on('/guide-download'),
    'Access denied',
    'No valid session found. Please complete your purchase first.',
  ),
  denied(
    'no paid order',
    on(DOWNLOAD, { before: (page) => purchaseIs(page, 'unpaid') }),
    'Access denied',
    'No valid purchase found. Please complete your payment first.',
  ),
  denied(
    'verification error',
    on(DOWNLOAD, { before: (page) => answer(page, 'verify-payment', 'unreachable') }),
    'Verification failed',
    'Unable to verify your purchase. Please contact support.',
  ),
  refused({ access: problem(403, DETAIL) }, 'Download Error', DETAIL),
  refused({ access: 'unreachable' }, 'Download Error', 'Failed to get download URLs'),
  refused({ products: DOWN }, 'Download failed', 'Failed to load product information'),
  refused({ products: { json: { products: [] } } }, 'Download failed', NO_PRODUCT),
  refused(
    { access: { json: { files: [] } } },
    'Download failed',
    'No files available for download',
  ),
  row(
    8,
    'a file fails: "Download Failed", and the rest continue',
    paidFor({ bought: 'bundle', lost: ['guide-2'] }),
    async (page) => {
      const saved = await collectDownloads(page, 2, () => clickDownload(page));
      expect(saved.map((file) => file.suggestedFilename())).toEqual(['bundle.pdf', 'guide-1.pdf']);
      await toastSays(page, 'Download Failed', 'Failed to download guide-2.pdf. Please try again.');
      await toastSays(page, 'Download Started', '2 file(s) downloaded successfully!');
    },
  ),
  success('individual_guide_6_10', 1),
  success('bundle', 3),
  row(
    8,
    'an unknown route shows "Oops! Page not found", status 404',
    on('/no-such-page'),
    async (page) => {
      const response = await page.reload();
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
      await page.getByRole('main').getByRole('link', { name: /home/i }).click();
      await isHome(page);
    },
  ),
];
