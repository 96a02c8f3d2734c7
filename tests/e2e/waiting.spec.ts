import { type Page, expect, test } from '@playwright/test';
import { orderNumber } from '../../src/contract/order-number.ts';
import { SESSION, answer, orderFor, purchaseIs } from './answers.ts';
import { PHONE_ONLY } from './devices.ts';
import { collectDownloads, holdScripts } from './parent.ts';

const SUCCESS = `/payment-success?session_id=${SESSION}`;
const DOWNLOAD = `/guide-download?session_id=${SESSION}`;

/** What the page asks about its payment, in order. */
const watchChecks = (page: Page): string[] => {
  const checks: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/verify-payment')) checks.push(request.postData() ?? '');
  });
  return checks;
};

for (const [path, words, asked] of [
  [SUCCESS, 'Order confirmed', { sessionId: SESSION }],
  [DOWNLOAD, 'Your Guide is Ready!', { sessionId: SESSION, files: true }],
] as const) {
  test(`${path} asks once and tells what it hears, before any script has come`, async ({
    page,
  }) => {
    const checks = watchChecks(page);
    await holdScripts(page);
    await purchaseIs(page, 'paid');
    const answered = page.waitForResponse('**/api/verify-payment');
    await page.goto(path, { waitUntil: 'commit' });
    const request = (await answered).request();
    expect((await request.allHeaders())['referer']).toBeUndefined();
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByText(SESSION.slice(-8), { exact: true })).toBeVisible();
    await expect(page.getByText(await orderNumber(SESSION))).toBeVisible();
    expect(checks).toEqual([JSON.stringify(asked)]);
  });
}

const FILES = [{ downloadUrl: '/api/files/one', fileName: 'guide-1.pdf' }];

/** Answers about a paid order with the links of its files. */
const withLinks = (page: Page): Promise<unknown> =>
  answer(page, 'verify-payment', {
    json: { status: 'paid', order: orderFor('individual_guide_6_10'), files: FILES },
  });
const fetchOfFile = (page: Page): Promise<unknown> =>
  page.route('**/api/files/*', (route) =>
    route.fulfill({ contentType: 'application/pdf', body: '%PDF-1.7' }),
  );

test('the links are there with the verdict, and a press asks for the file alone', async ({
  page,
}) => {
  await withLinks(page);
  await fetchOfFile(page);
  await page.goto(DOWNLOAD);
  await expect(page.getByRole('link', { name: 'guide-1.pdf' })).toBeVisible();
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  const [file] = await collectDownloads(page, 1, () =>
    page.getByRole('button', { name: 'Download Your Guide' }).click(),
  );
  expect(file?.suggestedFilename()).toBe('guide-1.pdf');
  expect(calls.filter((path) => path.startsWith('/api'))).toEqual(['/api/files/one']);
});

test('a press on Download fetches the file before any script has come', async ({ page }) => {
  await withLinks(page);
  await fetchOfFile(page);
  const release = await holdScripts(page);
  await page.goto(DOWNLOAD, { waitUntil: 'commit' });
  const label = page.getByRole('button', { name: 'Download Your Guide' });
  const [file] = await collectDownloads(page, 1, () => label.click());
  expect(file?.suggestedFilename()).toBe('guide-1.pdf');
  await expect(label).toBeEnabled();
  release();
  await expect(page.getByText('1 file(s) downloaded successfully!')).toBeVisible();
});

test('the island takes over a download that goes on', async ({ page }) => {
  await withLinks(page);
  const { promise: held, resolve: send } = Promise.withResolvers<void>();
  await page.route('**/api/files/*', async (route) => {
    await held;
    await route.fulfill({ contentType: 'application/pdf', body: '%PDF-1.7' });
  });
  const release = await holdScripts(page);
  await page.goto(DOWNLOAD, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Download Your Guide' }).click();
  const busy = page.getByRole('button', { name: 'Preparing Download...' });
  await expect(busy).toBeDisabled();
  release();
  await expect(page.getByText('File 1 of 1')).toBeVisible();
  await expect(busy).toHaveAttribute('aria-busy', 'true');
  const [file] = await collectDownloads(page, 1, async () => send());
  expect(file?.suggestedFilename()).toBe('guide-1.pdf');
  await expect(page.getByRole('button', { name: 'Download Your Guide' })).toBeEnabled();
});

test('a first check that fails is tried again in silence', async ({ page }) => {
  const checks = watchChecks(page);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await purchaseIs(page, 'paid');
  await page.route('**/api/verify-payment', (route) => route.abort(), { times: 1 });
  await page.goto(DOWNLOAD);
  await expect(page.getByText('Your Guide is Ready!')).toBeVisible();
  expect(checks).toHaveLength(2);
  expect(errors).toEqual([]);
});

test('an address without a session asks nothing', async ({ page }) => {
  const checks = watchChecks(page);
  await page.goto('/payment-success');
  await expect(page.getByText('No valid session found.')).toBeVisible();
  await expect(page.getByText('Payment Successful!')).toBeHidden();
  expect(checks).toEqual([]);
});

test('a link that was cut short asks nothing, and leads home and on to find-purchase', async ({
  page,
}) => {
  const checks = watchChecks(page);
  await page.goto('/guide-download?session_id=cs_test_');
  await expect(page.getByText('Access denied')).toBeVisible();
  await page.getByRole('button', { name: 'Find my purchase' }).click();
  await expect(page).toHaveURL(/\/find-purchase$/);
  expect(checks).toEqual([]);
});

test('a made-up session is no success', async ({ page }) => {
  await page.goto('/payment-success?session_id=cs_test_nobody');
  await expect(page.getByRole('heading', { name: 'No paid order here yet' })).toBeVisible();
  await expect(page.getByText('Payment Successful!')).toBeHidden();
  await purchaseIs(page, 'paid');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
});

test(
  'on a phone what is told of a download covers neither button nor links',
  PHONE_ONLY,
  async ({ page }) => {
    await withLinks(page);
    await fetchOfFile(page);
    await page.goto(DOWNLOAD);
    await page.getByRole('button', { name: 'Download Your Guide' }).click();
    const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'Download Started' });
    await expect(toast).toBeInViewport({ ratio: 1 });
    const under = (await toast.boundingBox()) ?? { y: 0, height: 0 };
    for (const target of [
      page.getByRole('button', { name: 'Download Your Guide' }),
      page.getByRole('link', { name: 'guide-1.pdf' }),
    ]) {
      await target.scrollIntoViewIfNeeded();
      expect((await target.boundingBox())?.y).toBeGreaterThan(under.y + under.height);
    }
  },
);
