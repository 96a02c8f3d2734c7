import { expect, test } from '@playwright/test';
import { adminShows } from './admin-answers.ts';
import { DOWNLOAD, SUCCESS, answer, purchaseIs } from './answers.ts';
import { DEEP_ONLY } from './devices.ts';

test('keeps a message from the previous page until it is dismissed', async ({ page }) => {
  await page.clock.install();
  await page.goto('/guide-download');
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'Access denied' });
  await expect(toast).toBeVisible();
  await page.clock.runFor(60_000);
  await toast.getByRole('button', { name: 'Close toast' }).click();
  await expect(toast).toHaveCount(0);
});

test(
  'a refused buyer whose browser stores nothing stays and reads why',
  DEEP_ONLY,
  async ({ page }) => {
    await page.addInitScript(() => {
      const denied: PropertyDescriptor = {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      };
      Object.defineProperties(window, { localStorage: denied, sessionStorage: denied });
    });
    await purchaseIs(page, 'unpaid');
    await page.goto(DOWNLOAD);
    await expect(page.getByText('No valid purchase found.', { exact: false })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page).toHaveURL(/guide-download/);
    await page.getByRole('link', { name: 'Find my purchase' }).first().click();
    await expect(page).toHaveURL(/find-purchase/);
  },
);

/** Each island, and the call that answers it with an order without fields, which no island can show. */
const FAILING = [
  [SUCCESS, 'verify-payment', 'Show my files'],
  [DOWNLOAD, 'verify-payment', 'Show my files'],
  ['/admin-orders', 'admin/orders', 'Load the page again'],
] as const;

test('an island that fails says so, and names a next step', async ({ page }) => {
  await adminShows(page);
  for (const [path, call, wayOn] of FAILING) {
    await answer(page, call, { json: { status: 'paid', order: {} } });
    await page.goto(path);
    await expect(page.getByText('stopped working'), path).toBeVisible();
    await expect(page.getByText(wayOn), path).toBeVisible();
  }
});
