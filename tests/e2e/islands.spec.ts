import { type Page, expect, test } from '@playwright/test';
import { byDepth } from '../depth.ts';
import { adminShows } from './admin-answers.ts';
import { DOWNLOAD, SUCCESS, purchaseIs } from './answers.ts';
import { scriptsRun } from './parent.ts';

test('a message of the page before stays until it is dismissed', async ({ page }) => {
  await page.clock.install();
  await page.goto('/guide-download');
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'Access denied' });
  await expect(toast).toBeVisible();
  await page.clock.runFor(60_000);
  await toast.getByRole('button', { name: 'Close toast' }).click();
  await expect(toast).toHaveCount(0);
});

test('a refused buyer whose browser stores nothing stays and reads why', async ({ page }) => {
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
});

/** Removes an element without React, as an extension may. React throws when it removes it too. */
const remove = (page: Page, selector: string): Promise<void> =>
  page.locator(selector).evaluate((element) => element.remove());

const FAILING: readonly [path: string, wayOn: string, fail: (page: Page) => Promise<unknown>][] = [
  ...[SUCCESS, DOWNLOAD].map((path): (typeof FAILING)[number] => [
    path,
    'Show my files',
    async (page) => {
      await expect(page.locator('[data-step=pending]')).toBeVisible();
      await remove(page, '[data-step]');
      await purchaseIs(page, 'paid');
    },
  ]),
  [
    '/find-purchase',
    'Questions about your order?',
    async (page) => {
      await scriptsRun(page);
      await page.locator('#email').fill('jo@gmial.com');
      await page.locator('#email').blur();
      await remove(page, 'form p:has-text("Did you mean")');
      await page.locator('#email').fill('jo@gmail.com');
    },
  ],
  [
    '/admin-orders',
    'Load the page again',
    async (page) => {
      await page.locator('main a[href*="order="]').first().click();
      await remove(page, 'dialog[open]');
      await page.goBack();
    },
  ],
];

test('an island that fails says so, and names a next step', async ({ page }) => {
  await adminShows(page);
  for (const [path, wayOn, fail] of byDepth(FAILING.slice(0, 1), FAILING)) {
    await purchaseIs(page, 'pending');
    await page.goto(path);
    await fail(page);
    await expect(page.getByText('stopped working'), path).toBeVisible();
    await expect(page.getByText(wayOn), path).toBeVisible();
  }
});
