import { type Page, expect, test } from '@playwright/test';
import { ORDERS } from '../catalog.ts';
import {
  DOWNLOAD,
  SUCCESS,
  mockPurchase,
  mockResponse,
  problem,
  runClockUntil,
  stayOnPage,
} from './answers.ts';
import { DEEP_ONLY, PHONE_IF_DEEP } from './devices.ts';
import { buyGuide } from './stand-in.ts';

/** Matches the island of either page once React has started. */
const HYDRATED = ['PaymentStatus', 'DownloadPage']
  .map((name) => `astro-island[component-export="${name}"]:not([ssr])`)
  .join(', ');

const PAGES = [
  {
    name: 'payment-success',
    path: SUCCESS,
    checking: 'Confirming your order...',
    paid: 'Order confirmed',
    unverified: ORDERS.notSeen.text,
  },
  {
    name: 'guide-download',
    path: DOWNLOAD,
    checking: 'Verifying your purchase...',
    paid: 'Your Guide is Ready!',
    unverified: 'Unable to verify your purchase. Please contact support.',
  },
];

/** The time in milliseconds on the page's clock, which a test advances. */
const timeIn = (page: Page): Promise<number> => page.evaluate(() => performance.now());

for (const { name, path, checking, paid, unverified } of PAGES) {
  test(
    `shows a form on ${name} during 40 s of failures, and then the order`,
    PHONE_IF_DEEP,
    async ({ page }) => {
      const failure = problem(502, 'Please try again.', 'payment_unavailable');
      for (const call of ['verify-payment', 'orders']) await mockResponse(page, call, failure);
      await page.clock.install();
      await page.goto(path);
      const delayed = page.getByText(ORDERS.delayed.text);
      await expect(delayed).toBeVisible();
      await expect(page.getByText(checking)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Show my files' })).toBeVisible();
      const delayedAt = await timeIn(page);
      while ((await timeIn(page)) < delayedAt + 40_000) await page.clock.runFor(5_000);
      await expect(delayed).toBeVisible();
      await mockPurchase(page, 'paid');
      await runClockUntil(page, page.getByText(paid));
      await expect(delayed).toHaveCount(0);
    },
  );

  test(
    `stops checking an order on ${name} after a minute without a response`,
    DEEP_ONLY,
    async ({ page }) => {
      for (const call of ['verify-payment', 'orders']) await mockResponse(page, call, 'never');
      await stayOnPage(page);
      await page.clock.install();
      await page.goto(path);
      const delayed = page.getByText(ORDERS.delayed.text);
      await runClockUntil(page, delayed);
      const delayedAt = await timeIn(page);
      await runClockUntil(page, page.getByText(unverified));
      const waited = (await timeIn(page)) - delayedAt;
      expect(waited).toBeGreaterThan(45_000);
      expect(waited).toBeLessThan(90_000);
    },
  );

  // Safari 15 and Chrome before version 103 lack AbortSignal.timeout.
  test(
    `shows an order on ${name} in a browser without AbortSignal.timeout`,
    DEEP_ONLY,
    async ({ page }) => {
      await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'timeout'));
      await mockPurchase(page, 'paid');
      await page.goto(path);
      await expect(page.getByText(paid)).toBeVisible();
    },
  );

  test(
    `shows an order on ${name} once the phone is online again`,
    DEEP_ONLY,
    async ({ context, page }) => {
      const session = await buyGuide();
      await page.route(
        '**/api/verify-payment',
        async (route) => {
          // Waits until the page's scripts have run.
          await page.locator(HYDRATED).waitFor({ state: 'attached' });
          await context.setOffline(true);
          await route.abort();
        },
        { times: 1 },
      );
      await page.goto(`/${name}?session_id=${session}`);
      await expect(page.getByText(ORDERS.delayed.text)).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByText(paid)).toBeVisible();
    },
  );

  test(
    `shows the files after the buyer submits the form on ${name} while fetch fails`,
    DEEP_ONLY,
    async ({ page }) => {
      const session = await buyGuide();
      for (const call of ['verify-payment', 'orders'])
        await mockResponse(page, call, 'unreachable');
      await page.goto(`/${name}?session_id=${session}`);
      await expect(page.getByText(ORDERS.delayed.text)).toBeVisible();
      await page.getByRole('button', { name: 'Show my files' }).press('Enter');
      await expect(page.getByRole('link', { name: /^Download .+\.pdf$/ })).toHaveCount(1);
    },
  );
}
