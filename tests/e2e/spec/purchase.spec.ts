import { type Locator, type Page, expect, test } from '@playwright/test';
import { GUIDES, SITE } from '../../catalogue.ts';
import { SESSION, answer, orderFor, problem, purchaseIs, staysDespiteHome } from '../answers.ts';
import { collectDownloads } from '../parent.ts';

const SUCCESS = `/payment-success?session_id=${SESSION}`;
const DOWNLOAD = `/guide-download?session_id=${SESSION}`;

const main = (page: Page): Locator => page.getByRole('main');
const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });
const expectLink = (page: Page, name: string | RegExp, href: string): Promise<void> =>
  expect(main(page).getByRole('link', { name })).toHaveAttribute('href', href);

/** A toast of a kind with exactly these words. */
const expectToast = (page: Page, kind: 'error' | 'success', ...words: string[]): Promise<void> =>
  words
    .reduce(
      (toasts, text) => toasts.filter({ has: page.getByText(text, { exact: true }) }),
      page.locator(`[data-sonner-toast][data-type="${kind}"]`),
    )
    .waitFor();

const isHome = (page: Page): Promise<void> => expect(page).toHaveURL(/:\d+\/$/);

test('a payment is confirmed by the last 8 characters of its session, and leads to the download', async ({
  page,
}) => {
  await purchaseIs(page, 'paid');
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

test('a verification that fails is only logged: the order is read, and without it none confirmed', async ({
  page,
}) => {
  await answer(page, 'verify-payment', problem(500, 'Something went wrong.'));
  await answer(page, 'orders', { json: { order: null } });
  const read = page.waitForRequest('**/api/orders?*');
  const logged = page.waitForEvent('console', (message) =>
    message.text().startsWith('Payment verification:'),
  );
  await page.goto(SUCCESS);
  expect(new URL((await read).url()).search).toBe(`?session_id=${SESSION}`);
  expect((await logged).type()).toBe('error');
  expect((await logged).text()).not.toContain(SESSION);
  await expect(page.getByText('We can’t see your order yet.')).toBeVisible();
  await expect(heading(page)).toHaveText('Payment Successful!');
  await expect(page.getByText('Order confirmed')).toBeHidden();
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
});

test('the canceled page says that no charges were made, and leads home', async ({ page }) => {
  await page.goto('/payment-canceled');
  await expect(heading(page)).toHaveText('Payment Canceled');
  await expect(page.getByText(/No charges were made/)).toBeVisible();
  await expectLink(page, 'Try Again', '/');
  await expectLink(page, 'Return to Home', '/');
});

test('an unknown route is "Oops! Page not found", status 404, and leads home', async ({ page }) => {
  expect((await page.goto('/no-such-page'))?.status()).toBe(404);
  await expect(heading(page)).toHaveText('Oops! Page not found');
  await main(page).getByRole('link', { name: /home/i }).click();
  await isHome(page);
});

for (const [what, path, before, ...words] of [
  [
    'no session id',
    '/guide-download',
    (page: Page) => answer(page, 'verify-payment', 'never'),
    'Access denied',
    'No valid session found. Please complete your purchase first.',
  ],
  [
    'no paid order',
    DOWNLOAD,
    (page: Page) => purchaseIs(page, 'unpaid'),
    'Access denied',
    'No valid purchase found. Please complete your payment first.',
  ],
  [
    'a verification error',
    DOWNLOAD,
    (page: Page) => answer(page, 'verify-payment', 'unreachable'),
    'Verification failed',
    'Unable to verify your purchase. Please contact support.',
  ],
] as const) {
  test(`the download page leads home for ${what}: "${words.join('", "')}"`, async ({ page }) => {
    await before(page);
    await page.goto(path);
    await expectToast(page, 'error', ...words);
    await isHome(page);
  });
}

test('the download page that denies access has a home button', async ({ page }) => {
  await purchaseIs(page, 'unpaid');
  await staysDespiteHome(page);
  await page.goto(DOWNLOAD);
  await expect(heading(page)).toHaveText('Access denied');
  await expectLink(page, 'Return to Home', '/');
});

const PRODUCTS = [
  { id: 'guide-1', name: 'Ages 6-10', product_type: 'individual_guide_6_10', is_active: true },
  { id: 'guide-2', name: 'Ages 11-14', product_type: 'individual_guide_11_14', is_active: true },
  { id: 'bundle', name: 'Complete Bundle', product_type: 'bundle', is_active: true },
];

/** Every product has one file, named after it. That of a lost one cannot be fetched. */
const openPaid = async (page: Page, bought: string, lost = ''): Promise<void> => {
  await purchaseIs(page, 'paid', bought);
  await answer(page, 'products', { json: { products: PRODUCTS } });
  await page.route('**/api/secure-file-access', (route) => {
    const { product_id: id } = route.request().postDataJSON();
    const files = [{ downloadUrl: `/api/files/${id}`, fileName: `${id}.pdf` }];
    return route.fulfill({ json: { files } });
  });
  await page.route('**/api/files/*', (route) => {
    const status = route.request().url().endsWith(`/${lost}`) ? 500 : 200;
    return route.fulfill({ status, contentType: 'application/pdf', body: '%PDF-1.7' });
  });
  await page.goto(DOWNLOAD);
};
const button = (page: Page): Locator => main(page).getByRole('button', { name: /^Download Your/ });

test('the download page verifies first, then says what the guide is, and hands it over', async ({
  page,
}) => {
  const { promise: held, resolve: verify } = Promise.withResolvers<void>();
  await openPaid(page, 'individual_guide_6_10');
  await page.route('**/api/verify-payment', async (route) => {
    await held;
    await route.fulfill({ json: { status: 'paid', order: orderFor('individual_guide_6_10') } });
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByText('Verifying your purchase...', { exact: true })).toBeVisible();
  verify();
  await expect(heading(page)).toHaveText('Your Guide is Ready!');
  await expect(page.getByText('Ages 6-10', { exact: true })).toBeVisible();
  const guide = GUIDES.find(({ product }) => product === 'guide-1');
  const facts = page.getByText(`PDF, ${guide?.fileSize}, ${guide?.pages} pages`, { exact: true });
  await expect(facts.filter({ visible: true })).toHaveCount(1);
  await expectLink(page, 'Return to Home', '/');
  await collectDownloads(page, 1, () => button(page).click());
  await expectToast(page, 'success', 'Download Started', '1 file(s) downloaded successfully!');
  await expect(page).toHaveURL(/\/guide-download\?session_id=/);
});

test('the files of a bundle that can be fetched are saved, and a toast names the one that cannot', async ({
  page,
}) => {
  await openPaid(page, 'bundle', 'guide-2');
  const saved = await collectDownloads(page, 2, () => button(page).click());
  expect(saved.map((file) => file.suggestedFilename())).toEqual(['bundle.pdf', 'guide-1.pdf']);
  const words = 'Failed to download guide-2.pdf. Please try again.';
  await expectToast(page, 'error', 'Download Failed', words);
  await expectToast(page, 'success', 'Download Started', '2 file(s) downloaded successfully!');
});

// tests/purchase/download.test.ts has the other errors of a download.
test('a download that the shop refuses says why, and the parent stays', async ({ page }) => {
  await openPaid(page, 'individual_guide_6_10');
  const detail = 'No paid order includes this product.';
  await answer(page, 'secure-file-access', problem(403, detail));
  await page.reload();
  await button(page).click();
  await expectToast(page, 'error', 'Download Error', detail);
  await expect(page).toHaveURL(/\/guide-download\?session_id=/);
  await expect(button(page)).toBeEnabled();
});
