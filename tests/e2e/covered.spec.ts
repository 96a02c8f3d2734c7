import { guideLink } from '../guide-link.ts';
import { expect, test } from '@playwright/test';
import { BUNDLED } from '../catalog.ts';
import { DOWNLOAD, mockPurchase, mockResponse } from './answers.ts';
import { buyButtons, waitForScripts } from './parent.ts';
import { logIn } from './owner.ts';
import { DEEP_ONLY } from './devices.ts';

/** Whether a click on the center of an element would hit the element without scrolling. */
const isUncovered = (element: Element): boolean => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
};

test(
  'does not cover buttons with the toasts about failed downloads on a small phone',
  DEEP_ONLY,
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    const files = BUNDLED.map((name) => guideLink(`/api/files/${name}`, name));
    const [first = '', ...others] = BUNDLED;
    await mockPurchase(page, 'paid', 'bundle', files);
    await page.route(`**/api/files/${first}`, (route) =>
      route.fulfill({ contentType: 'application/pdf', body: '%PDF-1.7' }),
    );
    for (const name of others) await mockResponse(page, `files/${name}`, { status: 404 });
    await page.clock.install();
    await page.goto(DOWNLOAD);
    await waitForScripts(page);
    const button = page.getByRole('button', { name: 'Download Your Guides' });
    await button.scrollIntoViewIfNeeded();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await button.click();
    const started = page.getByText('1 file(s) downloaded successfully!');
    // Toasts do not disappear while the clock is paused.
    while (!(await started.isVisible())) await page.clock.runFor(100);
    const summary = `1 of ${files.length} saved. ${others.length} didn’t download.`;
    const outcome = page.getByText(summary);
    await expect(outcome).toBeVisible();
    const toasts = page.locator('[data-sonner-toast]');
    await expect(toasts.getByText(`Failed to download ${others.at(-1)}.`)).toBeVisible();
    const closeButtons = toasts.getByRole('button', { name: 'Close toast' });
    for (const control of [button, ...(await closeButtons.all())]) {
      await expect.poll(() => control.evaluate(isUncovered)).toBe(true);
    }
  },
);

test('does not cover a buy button with the toast about a missing session', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto('/guide-download');
  await expect(page.getByText('No valid session found.')).toBeVisible();
  await buyButtons(page).first().click({ trial: true, timeout: 5_000 });
  const next = page.getByRole('button', { name: 'Find my purchase' });
  const { height = 0 } = (await next.boundingBox()) ?? {};
  expect(height).toBeGreaterThanOrEqual(44);
});

test('warns an owner who leaves the page during an upload', DEEP_ONLY, async ({ page }) => {
  await logIn(page);
  await page.route('**/api/upload?*', () => {});
  await page.goto('/admin-upload');
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const warning = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  expect((await warning).type()).toBe('beforeunload');
});
