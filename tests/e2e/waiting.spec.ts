import { guideLink } from '../guide-link.ts';
import { expect, test } from '@playwright/test';
import { orderNumber } from '../../src/contract/order-number.ts';
import { GUIDES, productOf } from '../catalog.ts';
import { DOWNLOAD, SESSION, SUCCESS, answer, problem, purchaseIs } from './answers.ts';
import { DEEP_ONLY, PHONE_IF_DEEP } from './devices.ts';
import { collectDownloads, holdScripts, scriptsRun } from './parent.ts';

for (const [path, words, asked] of [
  [SUCCESS, 'Order confirmed', { sessionId: SESSION }],
  [DOWNLOAD, 'Your Guide is Ready!', { sessionId: SESSION, files: true }],
] as const) {
  test(`${path.split('?')[0]} asks once, before any script has loaded, and offers the files if none loads`, async ({
    page,
  }) => {
    const checks: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/verify-payment')) checks.push(request.postDataJSON());
    });
    const release = await holdScripts(page);
    await purchaseIs(page, 'paid');
    const answered = page.waitForResponse('**/api/verify-payment');
    await page.goto(path, { waitUntil: 'commit' });
    expect((await (await answered).request().allHeaders())['referer']).toBeUndefined();
    const plain = page.getByRole('button', { name: 'Show my files' });
    await expect(plain).toBeHidden();
    const waits = await page.evaluate(() =>
      document.getAnimations().map((animation) => {
        animation.finish();
        return animation.effect?.getComputedTiming().delay;
      }),
    );
    expect(waits).toContain(8_000);
    await expect(plain).toBeVisible();
    release();
    await expect(page.getByText(words)).toBeVisible();
    await expect(plain).toHaveCount(0);
    await expect(page.getByText(SESSION.slice(-8), { exact: true })).toBeVisible();
    await expect(page.getByText(`Order MSK-${await orderNumber(SESSION)}`)).toBeVisible();
    expect(checks).toEqual([asked]);
  });
}

const FILES = [guideLink('/api/files/one', 'guide-1.pdf')];

test(
  'a press explains missing links and a closed order, else it fetches the file, with its progress and outcome',
  PHONE_IF_DEEP,
  async ({ page }) => {
    const button = page.getByRole('button', { name: 'Download Your Guide' });
    const toast = page.locator('[data-sonner-toast]');
    await purchaseIs(page, 'paid');
    await answer(page, 'products', 'unreachable');
    await page.goto(DOWNLOAD);
    await expect(page.getByText('We couldn’t load the links.')).toBeVisible();
    await scriptsRun(page);
    await button.click();
    await expect(toast).toContainText('Failed to load product information');
    await expect(page.getByText('Nothing was saved. Try again.')).toBeVisible();
    const { id, name, product_type } = productOf('guide-1');
    const products = [{ id, name, product_type, is_active: true }];
    await answer(page, 'products', { json: { products } });
    await answer(page, 'secure-file-access', { json: { files: FILES } });
    await answer(page, 'files/one', problem(403, 'This order doesn’t include this file anymore.'));
    await button.click();
    await expect(page.getByText('Please complete your purchase first.')).toBeVisible();
    await expect(page.getByText('This order doesn’t include this file anymore.')).toBeVisible();
    const link = page.getByRole('link', { name: 'guide-1.pdf' });
    await expect(link).toHaveAttribute('href', '/api/files/one');

    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    const { promise: held, resolve: send } = Promise.withResolvers<void>();
    await page.route('**/api/files/*', async (route) => {
      await held;
      await route.fulfill({ contentType: 'application/pdf', body: '%PDF-1.7' });
    });
    await button.press('Enter');
    await expect(page.getByText('File 1 of 1')).toBeVisible();
    const busy = page.getByRole('button', { name: 'Preparing Download...' });
    await expect(busy).toBeDisabled();
    await expect(busy).toHaveAttribute('aria-busy', 'true');
    await expect(busy).toBeFocused();
    await collectDownloads(page, 1, async () => send());
    await expect(page.getByText('Saved. Look in your Downloads.')).toBeVisible();
    await expect(button).toBeFocused();
    // The link that was refused may have expired, so the press asks for another one.
    expect(calls.filter((path) => path.startsWith('/api'))).toEqual([
      '/api/products',
      '/api/secure-file-access',
      '/api/files/one',
    ]);
    const started = toast.filter({ hasText: 'Download Started' });
    await expect(started).toContainText('1 file(s) downloaded successfully!');
    await expect(started).toBeInViewport({ ratio: 1 });
    await expect(page).toHaveURL(/\/guide-download\?session_id=/);
  },
);

test(
  'a guide begins tonight, and what is shared leads to its page, not to the files',
  DEEP_ONLY,
  async ({ page, context }) => {
    await purchaseIs(page, 'paid', 'bundle');
    await page.goto(DOWNLOAD);
    const tonight = page.getByRole('region', { name: 'Tonight' });
    await expect(tonight.getByRole('heading').nth(1)).toHaveText(/^Ages .+: .+/);
    await expect(tonight.getByRole('heading')).toHaveCount(1 + GUIDES.length);
    const [guide, next] = GUIDES;
    if (!guide || !next) throw new Error('fewer than two guides');
    await purchaseIs(page, 'paid');
    await page.reload();
    const title = guide.learn[guide.tonight.lesson - 1]?.title;
    const evening = page.getByRole('region', { name: `Tonight: ${title}` });
    await expect(evening).toContainText(/When they turn \d+: \S/);
    const nextLink = evening.getByRole('link', { name: next.title });
    await expect(nextLink).toHaveAttribute('href', next.path);
    await expect(evening).toContainText(`You’ll need: ${guide.tonight.ready}.`);
    const { together } = guide.preview.find(({ lesson }) => lesson === guide.tonight.lesson) ?? {};
    await expect(evening).toContainText(`Ten minutes: ${together}`);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
    await page.getByRole('button', { name: 'Tell a friend about this guide' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    const { href } = new URL(guide.path, page.url());
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(href);
  },
);
