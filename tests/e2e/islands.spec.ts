import { type Page, expect, test } from '@playwright/test';
import { adminShows } from './admin-answers.ts';
import { SESSION, answer, purchaseIs } from './answers.ts';
import { buyButton, scriptsRun } from './parent.ts';

/** The islands of the home page, and React. */
const OF_HOME = ['BuyButton', 'Toasts', 'client'];

/** Collects the names, without hashes, of the scripts that the page fetches from now on. */
const watchScripts = (page: Page): string[] => {
  const names: string[] = [];
  page.on('request', (request) => {
    const [, name] = /\/_astro\/(\w+)\.[\w-]+\.js$/.exec(request.url()) ?? [];
    if (name) names.push(name);
  });
  return names;
};

const asleep = (page: Page) => page.locator('astro-island[ssr]');
test('a page fetches each script once, and those of questions when they come into view', async ({
  page,
}) => {
  const scripts = watchScripts(page);
  await page.goto('/');
  await expect(asleep(page)).toHaveCount(0);
  await answer(page, 'create-payment', 'unreachable');
  await buyButton(page).click();
  await expect(page.getByText('Payment error')).toBeVisible();
  expect(scripts.toSorted()).toEqual(OF_HOME);
  await page.goto('/guide-1');
  await scriptsRun(page);
  expect(scripts).not.toContain('Accordion');
  for (const name of ['lessons', 'guide-questions']) {
    await page.locator(`details[name="${name}"]`).first().scrollIntoViewIfNeeded();
  }
  await expect(asleep(page)).toHaveCount(0);
  expect(scripts).toContain('Accordion');
});

test('a message of the page before stays until it is dismissed, and is shown once', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/about');
  const next = { label: 'Find my purchase', href: '/find-purchase' };
  const flash = { title: 'Access denied', message: 'From the page before.', next };
  await page.evaluate((kept) => sessionStorage.setItem('flash', JSON.stringify(kept)), flash);
  await page.goto('/');
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: flash.message });
  await expect(toast).toBeVisible();
  await page.clock.runFor(60_000);
  await toast.getByRole('button', { name: 'Close toast' }).click();
  await expect(toast).toHaveCount(0);
  await page.reload();
  await scriptsRun(page);
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
  await page.goto(`/guide-download?session_id=${SESSION}`);
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
  ...['/payment-success', '/guide-download'].map((path): (typeof FAILING)[number] => [
    `${path}?session_id=${SESSION}`,
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
  for (const [path, wayOn, fail] of FAILING) {
    await purchaseIs(page, 'pending');
    await page.goto(path);
    await fail(page);
    await expect(page.getByText('stopped working'), path).toBeVisible();
    await expect(page.getByText(wayOn), path).toBeVisible();
  }
});
