import { guideLink } from '../guide-link.ts';
import { expect, test } from '@playwright/test';
import { DOWNLOAD, answer, purchaseIs } from './answers.ts';
import { buyButtons, scriptsRun } from './parent.ts';
import { logIn } from './owner.ts';
import { DEEP_ONLY } from './devices.ts';

test(
  'no toast about a failed download covers the button or another toast',
  DEEP_ONLY,
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 667 });
    const files = ['one', 'two'].map((id) => guideLink(`/api/files/${id}`, `${id}.pdf`));
    await purchaseIs(page, 'paid', 'bundle', files);
    await page.route('**/api/files/one', (route) =>
      route.fulfill({ contentType: 'application/pdf', body: '%PDF-1.7' }),
    );
    await answer(page, 'files/two', { status: 404 });
    await page.goto(DOWNLOAD);
    await scriptsRun(page);
    const button = page.getByRole('button', { name: 'Download Your Guides' });
    await button.click();
    await expect(page.getByText('1 of 2 saved. 1 didn’t download.')).toBeVisible();
    const toasts = page.locator('[data-sonner-toast]');
    await expect(toasts).toHaveCount(2);
    // Playwright waits until nothing covers what it clicks.
    await button.click({ trial: true, timeout: 5_000 });
    for (const toast of await toasts.all()) {
      await toast
        .getByRole('button', { name: 'Close toast' })
        .click({ trial: true, timeout: 5_000 });
    }
  },
);

test('the message about a refused link covers no buy button in view', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto('/guide-download');
  await expect(page.getByText('No valid session found.')).toBeVisible();
  await buyButtons(page).first().click({ trial: true, timeout: 5_000 });
  const next = page.getByRole('button', { name: 'Find my purchase' });
  const { height = 0 } = (await next.boundingBox()) ?? {};
  expect(height).toBeGreaterThanOrEqual(44);
});

test('leaving the page during an upload asks first', DEEP_ONLY, async ({ page }) => {
  await logIn(page);
  await page.route('**/api/upload?*', () => {});
  await page.goto('/admin-upload');
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  expect((await asked).type()).toBe('beforeunload');
});
