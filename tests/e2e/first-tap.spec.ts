import { type Browser, type Page, type Route, expect, test } from '@playwright/test';
import { byDepth } from '../depth.ts';
import { PHONE_IF_DEEP, PHONE_TOO } from './devices.ts';
import { buyButton, buyButtons, scriptsRun } from './parent.ts';

const SCRIPTS = '**/_astro/*.js';
const PAYMENT_PAGE = /\/c\/pay\//;

const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) <= 768;

const PRESSES: readonly ((page: Page) => Promise<void>)[] = [
  (page) => (isPhone(page) ? buyButton(page).tap() : buyButton(page).click()),
  (page) => buyButton(page).press('Enter'),
];

const NEVER: readonly ((route: Route) => Promise<void> | void)[] = [
  () => {},
  (route) => route.abort('blockedbyclient'),
  (route) => route.fulfill({ status: 404 }),
];

/** How a page of the shop comes to the press of its first buy button. */
const expectOneCheckout = async (
  browser: Browser,
  act: (page: Page) => Promise<unknown>,
): Promise<void> => {
  const context = await browser.newContext();
  const origins: Promise<string | null>[] = [];
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/create-payment'))
      origins.push(request.headerValue('origin'));
  });
  const page = await context.newPage();
  await act(page);
  // One tab of the parent's shows the payment page.
  const paying = () => context.pages().filter((tab) => PAYMENT_PAGE.test(tab.url()));
  await expect.poll(() => paying().length).toBe(1);
  expect(await Promise.all(origins)).toEqual([test.info().project.use.baseURL]);
  await context.close();
};

test(
  'a press opens one checkout, whether its script never comes or is there',
  PHONE_TOO,
  async ({ browser }) => {
    for (const press of PRESSES) {
      for (const given of byDepth(NEVER.slice(0, 1), NEVER)) {
        await expectOneCheckout(browser, async (page) => {
          await page.route(SCRIPTS, given);
          await page.goto('/');
          await press(page);
        });
      }
      await expectOneCheckout(browser, async (page) => {
        await page.goto('/guide-1');
        await scriptsRun(page);
        await press(page);
      });
    }
  },
);

/** In ms, since the page began to come. */
const MOMENTS = byDepth(
  [0, 150, 400],
  Array.from({ length: 41 }, (_, index) => index * 50),
);

test('a press at any moment opens one checkout', PHONE_IF_DEEP, async ({ browser }) => {
  for (const ms of MOMENTS) {
    await expectOneCheckout(browser, async (page) => {
      await page.goto('/', { waitUntil: 'commit' });
      await page.waitForTimeout(ms); // what is tested
      await buyButton(page).click();
    });
  }
});

/** As a browser that keeps the page for the way back: it is left, and shown again as it was. */
const leaveAndReturn = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });

test('while one checkout is being started all buttons say so, keep the focus and do nothing', async ({
  page,
}) => {
  const asked: Route[] = [];
  await page.route('**/api/create-payment', (route) => void asked.push(route));
  await page.goto('/');
  await scriptsRun(page);
  await buyButton(page).press('Enter');
  await expect(buyButtons(page)).toHaveText(['Processing...', 'Processing...', 'Processing...']);
  for (const button of await buyButtons(page).all()) {
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await button.dispatchEvent('click');
  }
  await expect(buyButton(page)).toBeFocused();
  await asked[0]?.abort();
  await expect(page.getByText('Payment error')).toBeVisible();
  await expect(buyButton(page)).toHaveText('Get the Bundle');
  await expect(buyButton(page)).toBeFocused();
  expect(asked).toHaveLength(1);

  // Whoever comes back finds them ready, long before the question itself would be given up.
  await buyButton(page).press('Enter');
  await expect(buyButton(page)).toBeDisabled();
  await leaveAndReturn(page);
  await expect(buyButton(page)).toHaveText('Get the Bundle', { timeout: 10_000 });
});
