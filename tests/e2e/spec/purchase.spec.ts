import { type Locator, type Page, expect, test } from '@playwright/test';
import { GUIDES, SITE } from '../../catalog.ts';
import {
  DOWNLOAD,
  SESSION,
  SUCCESS,
  mockPurchase,
  mockResponse,
  orderFor,
  problem,
  runClockUntil,
  stayOnPage,
} from '../answers.ts';
import { collectDownloads } from '../parent.ts';

const SESSION_QUERY = `?session_id=${SESSION}`;

const main = (page: Page): Locator => page.getByRole('main');
const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });
const expectLink = (page: Page, name: string | RegExp, href: string): Promise<void> =>
  expect(main(page).getByRole('link', { name })).toHaveAttribute('href', href);

/** The toast that contains all of these texts. */
const toastWith = (page: Page, ...texts: string[]): Locator =>
  texts.reduce(
    (toasts, text) => toasts.filter({ has: page.getByText(text, { exact: true }) }),
    page.locator('[data-sonner-toast]'),
  );

const expectHome = (page: Page): Promise<void> => expect(page).toHaveURL(/:\d+\/$/);

test('confirms a payment and shows only the last 8 characters of the session id', async ({
  page,
}) => {
  await mockPurchase(page, 'paid');
  const verified = page.waitForRequest('**/api/verify-payment');
  await page.goto(SUCCESS);
  expect((await verified).postDataJSON()).toEqual({ sessionId: SESSION });
  await expect(heading(page)).toHaveText('Payment Successful!');
  await expect(page.getByText('Order confirmed', { exact: true })).toBeVisible();
  await expect(page.getByText('7Kq2Zx9w', { exact: true })).toBeVisible();
  await expect(page.getByText(SESSION)).toHaveCount(0);
  await expectLink(page, /download/i, DOWNLOAD);
  await expectLink(page, 'Return to Home', '/');
  await expectLink(page, /@/, `mailto:${SITE.supportEmail}`);
});

test('logs an error without showing a toast if verification fails and no order is found', async ({
  page,
}) => {
  await mockResponse(page, 'verify-payment', problem(500, 'Something went wrong.'));
  await mockResponse(page, 'orders', { json: { order: null } });
  const read = page.waitForRequest('**/api/orders?*');
  const logged = page.waitForEvent('console', (message) =>
    message.text().startsWith('Payment verification:'),
  );
  await page.clock.install();
  await page.goto(SUCCESS);
  expect(new URL((await read).url()).search).toBe(SESSION_QUERY);
  expect((await logged).type()).toBe('error');
  expect((await logged).text()).not.toContain(SESSION);
  await runClockUntil(page, page.getByText('We can’t see your order yet.'));
  await expect(heading(page)).toHaveText('Payment Successful!');
  await expect(page.getByText('Order confirmed')).toBeHidden();
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
});

test('says that no charges were made and links home on the canceled page', async ({ page }) => {
  await page.goto('/payment-canceled');
  await expect(heading(page)).toHaveText('Payment Canceled');
  await expect(page.getByText(/No charges were made/)).toBeVisible();
  await expectLink(page, 'Try Again', '/');
  await expectLink(page, 'Return to Home', '/');
});

test('returns 404 with "Oops! Page not found" for an unknown route', async ({ page }) => {
  expect((await page.goto('/no-such-page'))?.status()).toBe(404);
  await expect(heading(page)).toHaveText('Oops! Page not found');
  await main(page).getByRole('link', { name: /home/i }).click();
  await expectHome(page);
});

const NO_SESSION = 'No valid session found. Please complete your purchase first.';
const INCOMPLETE = 'This link is incomplete. Open the whole link, or find your purchase.';
const UNPAID = 'No valid purchase found. Please complete your payment first.';
const UNVERIFIED = 'Unable to verify your purchase. Please contact support.';
const REFUNDED =
  'A refund can take up to ten business days to reach your bank account. Your download page is closed.';

type Refusal = {
  name: string;
  query: string;
  /** Null if the shop cannot be reached. */
  status: 'unpaid' | 'refunded' | null;
  title: string;
  message: string;
  button: string;
  /** The heading of the page that the button opens, or null if it opens an email app. */
  nextHeading: string | null;
};

const REFUSALS: readonly Refusal[] = [
  {
    name: 'a link without a session',
    query: '',
    status: null,
    title: 'Access denied',
    message: NO_SESSION,
    button: 'Find my purchase',
    nextHeading: 'Find your purchase',
  },
  {
    name: 'an incomplete session id',
    query: '?session_id=cs_test_',
    status: null,
    title: 'Access denied',
    message: INCOMPLETE,
    button: 'Find my purchase',
    nextHeading: 'Find your purchase',
  },
  {
    name: 'a session without a paid order',
    query: SESSION_QUERY,
    status: 'unpaid',
    title: 'Access denied',
    message: UNPAID,
    button: 'Find my purchase',
    nextHeading: 'Find your purchase',
  },
  {
    name: 'a refunded order',
    query: SESSION_QUERY,
    status: 'refunded',
    title: 'This order was refunded',
    message: REFUNDED,
    button: 'Write to us',
    nextHeading: null,
  },
  {
    name: 'a failed verification',
    query: SESSION_QUERY,
    status: null,
    title: 'Verification failed',
    message: UNVERIFIED,
    button: 'Check again',
    nextHeading: 'Your Guide is Ready!',
  },
];

for (const { name, query, status, title, message, button, nextHeading } of REFUSALS) {
  test(`redirects home with the toast "${title}" for ${name}`, async ({ page }) => {
    const isVerificationFailed = title === 'Verification failed';
    const checks: unknown[] = [];
    page.on('request', (sent) => {
      if (sent.url().endsWith('/api/verify-payment')) checks.push(sent.postDataJSON());
    });
    if (status) await mockPurchase(page, status);
    else await mockResponse(page, 'verify-payment', 'unreachable');
    if (isVerificationFailed) await page.clock.install();
    await page.goto(`/guide-download${query}`);
    const toast = toastWith(page, title, message);
    if (isVerificationFailed) await runClockUntil(page, toast);
    await expect(toast).toHaveAttribute('data-type', 'error');
    await expectHome(page);
    if (query !== SESSION_QUERY) expect(checks).toEqual([]);
    await expect(toast.getByRole('button', { name: button })).toBeVisible();
    if (nextHeading === null) return;

    await mockPurchase(page, 'paid');
    await toast.getByRole('button', { name: button }).click();
    await expect(page.getByRole('heading', { name: nextHeading })).toBeVisible();
  });
}

test('shows that the purchase is being verified, and links home if access is denied', async ({
  page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/verify-payment', async (route) => {
    await released;
    await route.fulfill({ json: { status: 'unpaid', order: null } });
  });
  await stayOnPage(page);
  await page.goto(DOWNLOAD);
  await expect(page.getByText('Verifying your purchase...', { exact: true })).toBeVisible();
  release();
  await expect(heading(page)).toHaveText('Access denied');
  await expectLink(page, 'Return to Home', '/');
});

test('describes a guide on the download page and reports a file that fails to download', async ({
  page,
}) => {
  await mockPurchase(page, 'paid');
  await page.goto(DOWNLOAD);
  await expect(heading(page)).toHaveText('Your Guide is Ready!');
  await expect(page.getByText('Ages 6-10', { exact: true })).toBeVisible();
  const guide = GUIDES.find(({ product }) => product === 'guide-1');
  const facts = page.getByText(`PDF, ${guide?.fileSize}, ${guide?.pages} pages`, { exact: true });
  await expect(facts.filter({ visible: true })).toHaveCount(1);
  await expectLink(page, 'Return to Home', '/');

  const files = ['all.pdf', 'one.pdf', 'two.pdf'].map((fileName) => ({
    downloadUrl: `/api/files/${fileName}`,
    fileName,
  }));
  const order = orderFor('bundle');
  await mockResponse(page, 'verify-payment', { json: { status: 'paid', order, files } });
  const pdf = { contentType: 'application/pdf', body: '%PDF-1.7' };
  await page.route('**/api/files/*', (route) => route.fulfill(pdf));
  await mockResponse(page, 'files/two.pdf', problem(500, 'Something went wrong.'));
  await page.reload();
  const button = page.getByRole('button', { name: 'Download Your Guides' });
  const saved = await collectDownloads(page, 2, () => button.click());
  expect(saved.map((file) => file.suggestedFilename())).toEqual(['all.pdf', 'one.pdf']);
  const message = 'Failed to download two.pdf. Please try again.';
  const failed = toastWith(page, 'Download Failed', message);
  await expect(failed).toHaveAttribute('data-type', 'error');
  const ended = toastWith(page, 'Download Started', '2 file(s) downloaded successfully!');
  await expect(ended).toHaveAttribute('data-type', 'success');
});
