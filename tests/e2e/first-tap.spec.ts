import { type BrowserContext, type Page, type Route, expect, test } from '@playwright/test';
import { priceOf } from '../catalogue.ts';
import { byDepth } from '../depth.ts';
import { PHONE_IF_DEEP, PHONE_TOO } from './devices.ts';
import { holdScripts } from './parent.ts';

const SCRIPTS = '**/_astro/*.js';
const buttons = (page: Page) => page.locator('form[data-buy] button');

/** How often the shop has been asked for a checkout, by a script or by a form, in any tab. */
const countCheckouts = (context: BrowserContext): (() => number) => {
  let count = 0;
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/create-payment')) count += 1;
  });
  return () => count;
};

const TAP = 'a tap or a click';

const CLICKS: Record<string, (page: Page) => Promise<void>> = {
  [TAP]: (page) => {
    const isPhone = (page.viewportSize()?.width ?? 0) <= 768;
    return isPhone ? buttons(page).first().tap() : buttons(page).first().click();
  },
  Enter: (page) => buttons(page).first().press('Enter'),
  'two quick clicks': (page) => buttons(page).first().dblclick({ force: true }),
};

for (const [name, click] of Object.entries(CLICKS)) {
  test(
    `${name} before the script is there opens one checkout once it comes`,
    name === TAP ? PHONE_TOO : PHONE_IF_DEEP,
    async ({ page, context, isMobile }) => {
      const checkouts = countCheckouts(context);
      const release = await holdScripts(page);
      await page.goto('/');
      const opens = isMobile ? Promise.resolve(page) : page.waitForEvent('popup');
      await click(page);
      await expect(buttons(page)).toHaveText(['Processing...', 'Processing...', 'Processing...']);
      for (const button of await buttons(page).all()) await expect(button).toBeDisabled();
      expect(checkouts()).toBe(0);
      release();
      const checkout = await opens;
      await checkout.waitForURL(/\/c\/pay\//);
      await expect(
        checkout.getByRole('button', { name: `Pay ${priceOf('bundle')}` }),
      ).toBeVisible();
      expect(checkouts()).toBe(1);
      if (isMobile) return;
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

for (const name of byDepth(['never answers'], Object.keys(NEVER))) {
  const give = NEVER[name] ?? (() => {});
  test(
    `two clicks lead to one checkout if the script ${name}`,
    PHONE_IF_DEEP,
    async ({ page, context }) => {
      const checkouts = countCheckouts(context);
      await page.route(SCRIPTS, give);
      await page.goto('/guide-1');
      // By the page itself: Playwright would wait for what the first of them leads to.
      const words = await buttons(page)
        .first()
        .evaluate((button) => {
          if (!(button instanceof HTMLButtonElement)) return null;
          button.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
          button.click();
          button.click();
          return [button.textContent, button.disabled];
        });
      expect(words).toEqual(['Processing...', true]);
      await page.waitForURL(/\/c\/pay\//);
      expect(checkouts()).toBe(1);
      expect(context.pages()).toHaveLength(1);
    },
  );
}

for (const piece of byDepth(['BuyForm'], ['packages', 'client', 'Toasts', 'BuyForm'])) {
  test(`a click is served where ${piece} comes at the second try`, async ({ page, context }) => {
    const checkouts = countCheckouts(context);
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.route(`**/_astro/${piece}.*.js*`, (route) => route.abort(), { times: 1 });
    await page.goto('/guide-2');
    await buttons(page).first().click();
    await expect.poll(() => context.pages().some((one) => /\/c\/pay\//.test(one.url()))).toBe(true);
    expect(checkouts()).toBe(1);
    expect(errors).toEqual([]);
  });
}

test('one piece of the script missing is as if all were', async ({ page, context }) => {
  const checkouts = countCheckouts(context);
  await page.route('**/_astro/client.*.js*', (route) => route.abort());
  await page.goto('/guide-2');
  await buttons(page).first().hover();
  // The island tries again after a second; from then on the form is the browser's own.
  await page.waitForEvent('console', (message) => message.text().includes('[astro-island]'));
  await buttons(page).first().click();
  await page.waitForURL(/\/c\/pay\//);
  expect(checkouts()).toBe(1);
});

test('a script later than the form starts nothing more', async ({ page, context }) => {
  const checkouts = countCheckouts(context);
  const release = await holdScripts(page);
  const { promise: answered, resolve: answerForm } = Promise.withResolvers<void>();
  await page.route('**/api/create-payment', async (route) => {
    await answered;
    await route.continue();
  });
  // Told by the page, since Playwright asks it nothing while it is about to be left.
  await page.addInitScript(() =>
    addEventListener(
      'astro:hydrate',
      ({ target }) =>
        target instanceof Element && target.querySelector('form') && console.log('alive'),
      { capture: true },
    ),
  );
  const alive = page.waitForEvent('console', (message) => message.text() === 'alive');
  await page.goto('/guide-3');
  await buttons(page).first().click();
  await expect.poll(checkouts).toBe(1);
  release();
  await alive;
  answerForm();
  await page.waitForURL(/\/c\/pay\//);
  expect(checkouts()).toBe(1);
});

/** As a browser that keeps the page for the way back: it is left, and shown again as it was. */
const leaveAndReturn = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });

test('whoever comes back finds the buttons enabled', PHONE_IF_DEEP, async ({ page, context }) => {
  await page.clock.install();
  const checkouts = countCheckouts(context);
  await page.route(SCRIPTS, () => {});
  await page.goto('/');
  await buttons(page).first().click();
  await expect(buttons(page).first()).toBeDisabled();
  await leaveAndReturn(page);
  await expect(buttons(page).first()).toHaveText('Get the Bundle');
  for (const button of await buttons(page).all()) await expect(button).toBeEnabled();
  await page.clock.runFor(10_000);
  expect(checkouts()).toBe(0);
});
