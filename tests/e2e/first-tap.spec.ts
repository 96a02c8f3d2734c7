import { type BrowserContext, type Page, type Route, expect, test } from '@playwright/test';
import { byDepth } from '../depth.ts';
import { answer, problem } from './answers.ts';
import { PHONE_IF_DEEP, PHONE_TOO } from './devices.ts';
import { buyButton, buyButtons, holdScripts, scriptsRun } from './parent.ts';

const SCRIPTS = '**/_astro/*.js';
const PAYMENT_PAGE = /\/c\/pay\//;
const FAILED = 'There was an error processing your payment. Please try again.';

/** How often the shop has been asked for a checkout, by a script or by a form, in any tab. */
const countCheckouts = (context: BrowserContext): (() => number) => {
  let count = 0;
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/create-payment')) count += 1;
  });
  return () => count;
};

/** One tab of the parent's shows the payment page. */
const paymentPageOpens = (context: BrowserContext): Promise<void> =>
  expect.poll(() => context.pages().filter((page) => PAYMENT_PAGE.test(page.url())).length).toBe(1);

const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) <= 768;

const PRESS: Record<string, (page: Page) => Promise<void>> = {
  'a tap or a click': (page) => (isPhone(page) ? buyButton(page).tap() : buyButton(page).click()),
  Enter: (page) => buyButton(page).press('Enter'),
};

const NEVER: Record<string, (route: Route) => Promise<void> | void> = {
  'is blocked': (route) => route.abort('blockedbyclient'),
  'is not found': (route) => route.fulfill({ status: 404 }),
  'never answers': () => {},
};

for (const [by, press] of Object.entries(PRESS)) {
  for (const name of byDepth(['never answers'], Object.keys(NEVER))) {
    test(
      `${by} opens one checkout if the script ${name}`,
      PHONE_IF_DEEP,
      async ({ page, context }) => {
        const checkouts = countCheckouts(context);
        await page.route(SCRIPTS, NEVER[name] ?? (() => {}));
        await page.goto('/');
        await press(page);
        await paymentPageOpens(context);
        expect(checkouts()).toBe(1);
      },
    );
  }

  test(`${by} opens one checkout once React is there`, PHONE_TOO, async ({ page, context }) => {
    const checkouts = countCheckouts(context);
    await page.goto('/');
    await scriptsRun(page);
    await press(page);
    await paymentPageOpens(context);
    expect(checkouts()).toBe(1);
    if (isPhone(page)) return;
    await expect(page, 'the shop stays').toHaveURL(/:\d+\/$/);
    await expect(page.getByText('Redirecting to checkout')).toBeVisible();
    await expect(buyButton(page)).toHaveText('Get the Bundle');
  });
}

const MOMENTS = Array.from({ length: 41 }, (_, index) => index * 50);
const FEW = MOMENTS.filter((ms) => ms % 400 === 0);

test(
  'a press at any moment of the first two seconds opens one checkout',
  PHONE_IF_DEEP,
  async ({ browser }) => {
    for (const ms of byDepth(FEW, MOMENTS)) {
      const context = await browser.newContext();
      const checkouts = countCheckouts(context);
      const page = await context.newPage();
      await page.goto('/', { waitUntil: 'commit' });
      await page.waitForTimeout(ms); // what is tested
      await buyButton(page).click();
      await paymentPageOpens(context);
      expect(checkouts(), `after ${ms} ms`).toBe(1);
      await context.close();
    }
  },
);

/** Keeps the answer about a checkout waiting until the answered function is called. */
const holdAnswer = async (page: Page): Promise<() => void> => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/create-payment', async (route) => {
    await held;
    await route.continue();
  });
  return release;
};

test('while one checkout is being started all buttons say so, keep the focus and do nothing', async ({
  page,
  context,
}) => {
  const checkouts = countCheckouts(context);
  const release = await holdAnswer(page);
  await page.goto('/');
  await scriptsRun(page);
  const opens = page.waitForEvent('popup');
  await buyButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(buyButtons(page)).toHaveText(['Processing...', 'Processing...', 'Processing...']);
  for (const button of await buyButtons(page).all()) {
    await expect(button).toBeDisabled();
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await button.dispatchEvent('click');
  }
  await expect(buyButton(page)).toBeFocused();
  release();
  await (await opens).waitForURL(PAYMENT_PAGE);
  await expect(buyButton(page)).toHaveText('Get the Bundle');
  expect(checkouts()).toBe(1);
});

test('a button is ready again after each failure', PHONE_IF_DEEP, async ({ page }) => {
  await answer(page, 'create-payment', problem(502, 'The payment service cannot be reached.'));
  await page.goto('/guide-3');
  await scriptsRun(page);
  const label = (await buyButton(page).textContent()) ?? '';
  for (const count of [1, 2]) {
    await buyButton(page).click();
    await expect(page.getByText(FAILED)).toHaveCount(count);
    await expect(buyButton(page)).toHaveText(label);
    await expect(buyButton(page)).toBeEnabled();
  }
});

/** As a browser that keeps the page for the way back: it is left, and shown again as it was. */
const leaveAndReturn = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });

test('whoever comes back finds the buttons ready', PHONE_IF_DEEP, async ({ page }) => {
  await answer(page, 'create-payment', 'never');
  await page.goto('/');
  await scriptsRun(page);
  await buyButton(page).click();
  await expect(buyButton(page)).toBeDisabled();
  await leaveAndReturn(page);
  // Long before the question itself would be given up.
  await expect(buyButton(page)).toHaveText('Get the Bundle', { timeout: 10_000 });
  for (const button of await buyButtons(page).all()) await expect(button).toBeEnabled();
});

test('a press before React comes is the form, and its failure a page that says so', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.route('**/api/create-payment', (route) =>
    route.fulfill({ status: 303, headers: { location: '/payment-error' } }),
  );
  await page.goto('/');
  await buyButton(page).click();
  await expect(page.getByRole('main').getByText(FAILED)).toBeVisible();
  release();
});
