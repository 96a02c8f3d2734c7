import { type BrowserContext, type Page, type Route, expect, test } from '@playwright/test';
import { priceOf } from '../catalogue.ts';
import { byDepth } from '../depth.ts';
import { answer, problem } from './answers.ts';
import { PHONE_IF_DEEP, PHONE_TOO } from './devices.ts';
import { holdScripts } from './parent.ts';

const SCRIPTS = '**/_astro/*.js';
const buttons = (page: Page) => page.locator('form[data-buy] button');
const FAILED = 'There was an error processing your payment. Please try again.';

/** How often the shop has been asked for a checkout, by a script or by a form, in any tab. */
const countCheckouts = (context: BrowserContext): (() => number) => {
  let count = 0;
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/create-payment')) count += 1;
  });
  return () => count;
};

const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) <= 768;

/** Keeps the answer about a checkout waiting until the answered function is called. */
const holdAnswer = async (page: Page): Promise<() => void> => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/create-payment', async (route) => {
    await held;
    await route.continue();
  });
  return release;
};

const TAP = 'a tap or a click';
const CLICKS: Record<string, (page: Page) => Promise<void>> = {
  [TAP]: (page) => (isPhone(page) ? buttons(page).first().tap() : buttons(page).first().click()),
  Enter: (page) => buttons(page).first().press('Enter'),
  'two quick clicks': (page) => buttons(page).first().dblclick({ force: true }),
};

for (const [name, click] of Object.entries(CLICKS)) {
  test(
    `${name} before any script has come opens one checkout at once`,
    name === TAP ? PHONE_TOO : PHONE_IF_DEEP,
    async ({ page, context }) => {
      const checkouts = countCheckouts(context);
      const releaseScripts = await holdScripts(page);
      const releaseAnswer = await holdAnswer(page);
      await page.goto('/');
      const opens = isPhone(page) ? Promise.resolve(page) : page.waitForEvent('popup');
      await click(page);
      await expect.poll(checkouts).toBe(1);
      await expect(buttons(page)).toHaveText(['Processing...', 'Processing...', 'Processing...']);
      for (const button of await buttons(page).all()) await expect(button).toBeDisabled();
      releaseAnswer();
      const checkout = await opens;
      await checkout.waitForURL(/\/c\/pay\//);
      await expect(
        checkout.getByRole('button', { name: `Pay ${priceOf('bundle')}` }),
      ).toBeVisible();
      expect(checkouts()).toBe(1);
      if (isPhone(page)) return;
      await expect(buttons(page).first()).toHaveText('Get the Bundle');
      releaseScripts();
      await expect(page.getByText('Redirecting to checkout')).toBeVisible();
      await expect(buttons(page).first()).toHaveText('Get the Bundle');
      await expect(buttons(page).first()).toBeEnabled();
    },
  );
}

const NEVER: Record<string, (route: Route) => Promise<void> | void> = {
  'is blocked': (route) => route.abort('blockedbyclient'),
  'is not found': (route) => route.fulfill({ status: 404 }),
  'never answers': () => {},
};

for (const name of byDepth(['is blocked'], Object.keys(NEVER))) {
  test(`two clicks lead to one checkout if the script ${name}`, async ({ page, context }) => {
    const checkouts = countCheckouts(context);
    await page.route(SCRIPTS, NEVER[name] ?? (() => {}));
    await page.goto('/guide-1');
    const [tab] = await Promise.all([page.waitForEvent('popup'), buttons(page).first().dblclick()]);
    await tab.waitForURL(/\/c\/pay\//);
    expect(checkouts()).toBe(1);
    await expect(buttons(page).first()).toBeEnabled();
  });

  test(
    `a failure is told if the script ${name}, and the next press starts anew`,
    PHONE_IF_DEEP,
    async ({ page, context }) => {
      const checkouts = countCheckouts(context);
      await page.route(SCRIPTS, NEVER[name] ?? (() => {}));
      await answer(page, 'create-payment', 'unreachable');
      await page.goto('/guide-1');
      const label = await buttons(page).first().textContent();
      await buttons(page).first().click();
      await expect(page.getByRole('alert')).toHaveText(`Payment error. ${FAILED}`);
      await expect(buttons(page).first()).toHaveText(label ?? '');
      await buttons(page).first().click();
      await expect.poll(checkouts).toBe(2);
    },
  );
}

test('a press while one checkout is being started does nothing', async ({ page, context }) => {
  const checkouts = countCheckouts(context);
  const releaseAnswer = await holdAnswer(page);
  await page.goto('/');
  const opens = page.waitForEvent('popup');
  await buttons(page).first().click();
  await expect(buttons(page).first()).toHaveAttribute('aria-busy', 'true');
  await buttons(page).first().dispatchEvent('click');
  releaseAnswer();
  await (await opens).waitForURL(/\/c\/pay\//);
  await expect(buttons(page).first()).toHaveText('Get the Bundle');
  expect(checkouts()).toBe(1);
});

test('a button is ready again after each failure', PHONE_IF_DEEP, async ({ page }) => {
  await answer(page, 'create-payment', problem(502, 'The payment service cannot be reached.'));
  await page.goto('/guide-3');
  const label = (await buttons(page).first().textContent()) ?? '';
  for (const count of [1, 2]) {
    await buttons(page).first().click();
    await expect(page.getByText(FAILED)).toHaveCount(count);
    for (const button of await buttons(page).all()) {
      await expect(button).toHaveText(label);
      await expect(button).toBeEnabled();
      await expect(button).not.toHaveAttribute('aria-busy');
    }
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
  await buttons(page).first().click();
  await expect(buttons(page).first()).toBeDisabled();
  await leaveAndReturn(page);
  await expect(buttons(page).first()).toHaveText('Get the Bundle');
  for (const button of await buttons(page).all()) await expect(button).toBeEnabled();
});
