import { type Route, expect, test } from '@playwright/test';
import { byDepth } from '../depth.ts';
import { DEEP_ONLY, PHONE_IF_DEEP } from './devices.ts';
import { buyButton, buyButtons, holdScripts, waitForScripts } from './parent.ts';

/**
 * Milliseconds after the first byte of the page. buy.spec.ts covers clicks after React has started.
 */
const MOMENTS = Array.from({ length: byDepth(0, 41) }, (_, index) => index * 50);

test(
  'opens exactly one checkout if the buyer clicks before the script has loaded',
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
      const checkouts = () => context.pages().filter((tab) => /\/c\/pay\//.test(tab.url()));
      await expect.poll(() => checkouts().length).toBe(1);
      expect(await Promise.all(origins)).toEqual([baseURL]);
      await context.close();
    }
  },
);

test(
  'disables all buy buttons while checkout starts, and enables them after an error',
  DEEP_ONLY,
  async ({ page }) => {
    const requests: Route[] = [];
    await page.route('**/api/create-payment', (route) => void requests.push(route));
    await page.goto('/');
    await waitForScripts(page);
    await buyButton(page).press('Enter');
    await expect(buyButtons(page)).toHaveText(['Processing...', 'Processing...', 'Processing...']);
    for (const button of await buyButtons(page).all()) {
      await expect(button).toBeDisabled();
      await expect(button).toHaveAttribute('aria-busy', 'true');
      await button.dispatchEvent('click');
    }
    await expect(buyButton(page)).toBeFocused();
    await requests[0]?.abort();
    const toast = page.locator('[data-sonner-toast][data-type="error"]');
    await expect(toast).toContainText('Payment error');
    await expect(toast).toContainText('There was an error processing your payment.');
    await expect(page).toHaveURL(/:\d+\/$/);
    expect(page.context().pages()).toHaveLength(1);
    await expect(buyButton(page)).toHaveText('Get the Bundle');
    await expect(buyButton(page)).toBeFocused();
    expect(requests).toHaveLength(1);
  },
);

test(
  'enables the buy buttons after Back even before the request times out',
  DEEP_ONLY,
  async ({ page }) => {
    await page.route('**/api/create-payment', () => {});
    await page.goto('/');
    await waitForScripts(page);
    await buyButton(page).press('Enter');
    await expect(buyButton(page)).toBeDisabled();
    await page.evaluate(() =>
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    );
    await expect(buyButton(page)).toHaveText('Get the Bundle', { timeout: 10_000 });
  },
);
