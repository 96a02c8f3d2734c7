import { type Route, expect, test } from '@playwright/test';
import { byDepth } from '../depth.ts';
import { DEEP_ONLY, PHONE_IF_DEEP } from './devices.ts';
import { buyButton, buyButtons, holdScripts, scriptsRun } from './parent.ts';

/**
 * In ms, since the first byte of the page. tests/e2e/buy.spec.ts clicks after React has started.
 */
const MOMENTS = Array.from({ length: byDepth(0, 41) }, (_, index) => index * 50);

test(
  'opens one checkout, whether the script never loads or is still loading',
  PHONE_IF_DEEP,
  async ({ browser, baseURL }) => {
    const press = test.info().project.name === 'phone' ? 'tap' : 'click';
    for (const moment of ['without scripts', ...MOMENTS] as const) {
      const context = await browser.newContext();
      const origins: Promise<string | null>[] = [];
      context.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/api/create-payment'))
          origins.push(request.headerValue('origin'));
      });
      const page = await context.newPage();
      if (moment === 'without scripts') await holdScripts(page);
      await page.goto('/', { waitUntil: 'commit' });
      if (typeof moment === 'number') await page.waitForTimeout(moment);
      await buyButton(page)[press]();
      const paying = () => context.pages().filter((tab) => /\/c\/pay\//.test(tab.url()));
      await expect.poll(() => paying().length).toBe(1);
      expect(await Promise.all(origins)).toEqual([baseURL]);
      await context.close();
    }
  },
);

test(
  'shows the start of a checkout on all buttons, and on none after an error',
  DEEP_ONLY,
  async ({ page }) => {
    const asked: Route[] = [];
    await page.route('**/api/create-payment', (route) => void asked.push(route));
    await page.goto('/');
    await scriptsRun(page);
    await buyButton(page).press('Enter');
    await expect(buyButtons(page)).toHaveText(['Processing...', 'Processing...', 'Processing...']);
    for (const button of await buyButtons(page).all()) {
      await expect(button).toBeDisabled();
      await expect(button).toHaveAttribute('aria-busy', 'true');
      await button.dispatchEvent('click');
    }
    await expect(buyButton(page)).toBeFocused();
    await asked[0]?.abort();
    const toast = page.locator('[data-sonner-toast][data-type="error"]');
    await expect(toast).toContainText('Payment error');
    await expect(toast).toContainText('There was an error processing your payment.');
    await expect(page).toHaveURL(/:\d+\/$/);
    expect(page.context().pages()).toHaveLength(1);
    await expect(buyButton(page)).toHaveText('Get the Bundle');
    await expect(buyButton(page)).toBeFocused();
    expect(asked).toHaveLength(1);
  },
);

test(
  'has ready buttons after Back, long before the request times out',
  DEEP_ONLY,
  async ({ page }) => {
    await page.route('**/api/create-payment', () => {});
    await page.goto('/');
    await scriptsRun(page);
    await buyButton(page).press('Enter');
    await expect(buyButton(page)).toBeDisabled();
    await page.evaluate(() =>
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    );
    await expect(buyButton(page)).toHaveText('Get the Bundle', { timeout: 10_000 });
  },
);
