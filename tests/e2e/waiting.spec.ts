import { guideLink } from '../guide-link.ts';
import { type Locator, type Page, expect, test } from '@playwright/test';
import { orderNumber } from '../../src/contract/order-number.ts';
import { GUIDES, productOf } from '../catalog.ts';
import { DOWNLOAD, SESSION, SUCCESS, mockPurchase, mockResponse, problem } from './answers.ts';
import { DEEP_ONLY, PHONE_IF_DEEP } from './devices.ts';
import { collectDownloads, holdScripts, waitForScripts } from './parent.ts';

for (const { name, path, heading, check } of [
  {
    name: '/payment-success',
    path: SUCCESS,
    heading: 'Order confirmed',
    check: { sessionId: SESSION },
  },
  {
    name: '/guide-download',
    path: DOWNLOAD,
    heading: 'Your Guide is Ready!',
    check: { sessionId: SESSION, files: true },
  },
]) {
  test.describe(name, () => {
    test(`checks the order once on ${name} before any script has loaded`, async ({ page }) => {
      const checks: unknown[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/api/verify-payment')) checks.push(request.postDataJSON());
      });
      const release = await holdScripts(page);
      await mockPurchase(page, 'paid');
      const response = page.waitForResponse('**/api/verify-payment');
      await page.goto(path, { waitUntil: 'commit' });
      expect((await (await response).request().allHeaders())['referer']).toBeUndefined();

      release();
      await expect(page.getByText(heading)).toBeVisible();
      await expect(page.getByText(SESSION.slice(-8), { exact: true })).toBeVisible();
      await expect(page.getByText(`Order MSK-${await orderNumber(SESSION)}`)).toBeVisible();
      expect(checks).toEqual([check]);
    });

    test(`offers a form that shows the files if no script has loaded on ${name} after 8 s`, async ({
      page,
    }) => {
      const release = await holdScripts(page);
      await mockPurchase(page, 'paid');
      await page.goto(path, { waitUntil: 'commit' });
      const plainForm = page.getByRole('button', { name: 'Show my files' });
      await expect(plainForm).toBeHidden();
      const delays = await page.evaluate(() =>
        document.getAnimations().map((animation) => {
          animation.finish();
          return animation.effect?.getComputedTiming().delay;
        }),
      );
      expect(delays).toContain(8_000);
      await expect(plainForm).toBeVisible();

      release();
      await expect(page.getByText(heading)).toBeVisible();
      await expect(plainForm).toHaveCount(0);
    });
  });
}

const FILES = [guideLink('/api/files/one', 'guide-1.pdf')];

const downloadButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Download Your Guide' });
const toast = (page: Page): Locator => page.locator('[data-sonner-toast]');

/** Opens the download page of an order whose links could not be loaded. */
const openWithoutLinks = async (page: Page): Promise<void> => {
  await mockPurchase(page, 'paid');
  await page.goto(DOWNLOAD);
  await expect(page.getByText('We couldn’t load the links.')).toBeVisible();
  await waitForScripts(page);
};

/** Mocks the responses that contain the guide and the link to its file. */
const mockLinks = async (page: Page): Promise<void> => {
  const { id, name, product_type } = productOf('guide-1');
  await mockResponse(page, 'products', {
    json: { products: [{ id, name, product_type, is_active: true }] },
  });
  await mockResponse(page, 'secure-file-access', { json: { files: FILES } });
};

const mockRefusedFile = (page: Page) =>
  mockResponse(page, 'files/one', problem(403, 'This order doesn’t include this file anymore.'));

test.describe('the download button', PHONE_IF_DEEP, () => {
  test('explains that the links for an order cannot be loaded', async ({ page }) => {
    await mockResponse(page, 'products', 'unreachable');
    await openWithoutLinks(page);
    await downloadButton(page).click();
    await expect(toast(page)).toContainText('Failed to load product information');
    await expect(page.getByText('Nothing was saved. Try again.')).toBeVisible();
  });

  test('explains that an order no longer includes a file', async ({ page }) => {
    await mockLinks(page);
    await mockRefusedFile(page);
    await openWithoutLinks(page);
    await downloadButton(page).click();
    await expect(page.getByText('Please complete your purchase first.')).toBeVisible();
    await expect(page.getByText('This order doesn’t include this file anymore.')).toBeVisible();
    const link = page.getByRole('link', { name: 'guide-1.pdf' });
    await expect(link).toHaveAttribute('href', '/api/files/one');
  });

  test('shows the progress and the result of a download', async ({ page }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/files/*', async (route) => {
      await released;
      await route.fulfill({ contentType: 'application/pdf', body: '%PDF-1.7' });
    });
    await mockLinks(page);
    await openWithoutLinks(page);
    await downloadButton(page).press('Enter');
    await expect(page.getByText('File 1 of 1')).toBeVisible();
    const busy = page.getByRole('button', { name: 'Preparing Download...' });
    await expect(busy).toBeDisabled();
    await expect(busy).toHaveAttribute('aria-busy', 'true');
    await expect(busy).toBeFocused();

    await collectDownloads(page, 1, async () => release());
    await expect(page.getByText('Saved. Look in your Downloads.')).toBeVisible();
    await expect(downloadButton(page)).toBeFocused();
    const started = toast(page).filter({ hasText: 'Download Started' });
    await expect(started).toContainText('1 file(s) downloaded successfully!');
    await expect(started).toBeInViewport({ ratio: 1 });
    await expect(page).toHaveURL(/\/guide-download\?session_id=/);
  });

  test('requests a new link on the next click after a link is rejected', async ({ page }) => {
    await mockLinks(page);
    await mockRefusedFile(page);
    await openWithoutLinks(page);
    await downloadButton(page).click();
    await expect(page.getByText('Please complete your purchase first.')).toBeVisible();

    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await page.route('**/api/files/*', (route) =>
      route.fulfill({ contentType: 'application/pdf', body: '%PDF-1.7' }),
    );
    await collectDownloads(page, 1, () => downloadButton(page).click());
    expect(calls.filter((path) => path.startsWith('/api'))).toEqual([
      '/api/products',
      '/api/secure-file-access',
      '/api/files/one',
    ]);
  });
});

test.describe('the plan for tonight', DEEP_ONLY, () => {
  const [guide, next] = GUIDES;
  if (!guide || !next) throw new Error('There are fewer than two guides.');

  test('shows tonight’s plan for each guide in a bundle', async ({ page }) => {
    await mockPurchase(page, 'paid', 'bundle');
    await page.goto(DOWNLOAD);
    const headings = page.getByRole('region', { name: 'Tonight' }).getByRole('heading');
    await expect(headings.nth(1)).toHaveText(/^Ages .+: .+/);
    await expect(headings).toHaveCount(1 + GUIDES.length);
  });

  test('includes the lesson, its materials and the next guide in tonight’s plan', async ({
    page,
  }) => {
    await mockPurchase(page, 'paid');
    await page.goto(DOWNLOAD);
    const title = guide.learn[guide.tonight.lesson - 1]?.title;
    const { together } = guide.preview.find(({ lesson }) => lesson === guide.tonight.lesson) ?? {};
    const plan = page.getByRole('region', { name: `Tonight: ${title}` });
    await expect(plan).toContainText(`You’ll need: ${guide.tonight.ready}.`);
    await expect(plan).toContainText(`Ten minutes: ${together}`);
    await expect(plan).toContainText(/When they turn \d+: \S/);
    await expect(plan.getByRole('link', { name: next.title })).toHaveAttribute('href', next.path);
  });
});

test(
  'shares a link to the guide’s page instead of the files',
  DEEP_ONLY,
  async ({ page, context }) => {
    await mockPurchase(page, 'paid');
    await page.goto(DOWNLOAD);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
    await page.getByRole('button', { name: 'Tell a friend about this guide' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    const { href } = new URL(GUIDES[0]?.path ?? '', page.url());
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(href);
  },
);
