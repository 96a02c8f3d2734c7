import { expect, test } from '@playwright/test';
import { mockOrdersPage } from './admin-answers.ts';
import { DOWNLOAD, SUCCESS, mockPurchase, mockResponse } from './answers.ts';
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
  'explains on the same page why access is denied if the browser blocks storage',
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
    await mockPurchase(page, 'unpaid');
    await page.goto(DOWNLOAD);
    await expect(page.getByText('No valid purchase found.', { exact: false })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page).toHaveURL(/guide-download/);
    await page.getByRole('link', { name: 'Find my purchase' }).first().click();
    await expect(page).toHaveURL(/find-purchase/);
  },
);

test('shows the "Access denied" toast only once, even after Back or on the next page', async ({
  page,
}) => {
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'Access denied' });
  await page.goto('/about');
  await page.goto('/guide-download');
  await expect(toast).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);

  // /guide-download is not in the history. Otherwise, it would redirect the buyer home again.
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
  await page.waitForLoadState('networkidle');
  await expect(toast).toHaveCount(0);

  await page.goto('/faqs');
  await page.waitForLoadState('networkidle');
  await expect(toast).toHaveCount(0);
});

// Each island receives an order without fields, so it throws an error when it renders.
for (const { name, path, call, nextStep } of [
  {
    name: '/payment-success',
    path: SUCCESS,
    call: 'verify-payment',
    nextStep: 'Show my files',
  },
  { name: '/guide-download', path: DOWNLOAD, call: 'verify-payment', nextStep: 'Show my files' },
  {
    name: '/admin-orders',
    path: '/admin-orders',
    call: 'admin/orders',
    nextStep: 'Load the page again',
  },
]) {
  test(`offers a next step on ${name} if its island crashes`, async ({ page }) => {
    await mockOrdersPage(page);
    await mockResponse(page, call, { json: { status: 'paid', order: {} } });
    await page.goto(path);
    await expect(page.getByText('stopped working')).toBeVisible();
    await expect(page.getByText(nextStep)).toBeVisible();
  });
}
