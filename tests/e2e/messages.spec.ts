import { type Page, expect, test } from '@playwright/test';
import { CONTENT_PAGES } from '../catalogue.ts';
import { answer, problem } from './answers.ts';
import { PHONE_IF_DEEP, PHONE_ONLY } from './devices.ts';
import { holdScripts } from './parent.ts';

const READ_ONLY = [...CONTENT_PAGES, '/no-such-page', '/payment-canceled', '/payment-error'];

/** The toasts, what starts React, and Astro's part of them. */
const WAKING = ['Toasts', 'client', 'islands'];

/** The addresses of the scripts that the page fetches from now on. */
const watchScripts = (page: Page): string[] => {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (/\/_astro\/.*\.js$/.test(request.url())) urls.push(request.url());
  });
  return urls;
};

/** Without their hashes. */
const namesOf = (urls: readonly string[]): string[] =>
  urls.map((url) => /\/_astro\/(\w+)\.[\w-]+\.js$/.exec(url)?.[1] ?? url).toSorted();

const buy = (page: Page) => page.locator('form[data-buy] button').first();
const asleep = (page: Page) => page.locator('astro-island[ssr]');

/** Leaves the page a message to show. */
const fail = async (page: Page): Promise<void> => {
  await answer(page, 'create-payment', problem(502, 'The payment service cannot be reached.'));
  await buy(page).dispatchEvent('click');
};

const saveData = (page: Page): Promise<unknown> =>
  page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', {
      value: { saveData: true, effectiveType: '4g' },
    }),
  );
const onSlowConnection = (page: Page): Promise<unknown> =>
  page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', {
      value: { saveData: false, effectiveType: '2g' },
    }),
  );

test('whoever saves data fetches no script for reading', PHONE_IF_DEEP, async ({ page }) => {
  await saveData(page);
  const scripts = watchScripts(page);
  for (const path of READ_ONLY) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).click();
    await page.mouse.wheel(0, 2_000);
    const folded = page.locator('main details > summary');
    if (await folded.count()) await folded.first().click();
    await page.locator('details.menu > summary').filter({ visible: true }).click();
    await page.keyboard.press('Escape');
    expect(scripts, path).toEqual([]);
  }
});

test('nor does who is on a slow connection', async ({ page }) => {
  await onSlowConnection(page);
  const scripts = watchScripts(page);
  await page.goto('/');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(scripts).toEqual([]);
});

test('others have the scripts once the page is there, and none of them runs', async ({ page }) => {
  const scripts = watchScripts(page);
  await page.goto('/');
  await expect.poll(() => namesOf(scripts)).toEqual(WAKING);
  // A press would break off what is still under way.
  await page.waitForFunction(
    (count) =>
      performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length ===
      count,
    WAKING.length,
  );
  const { loaded, fetched } = await page.evaluate(() => ({
    loaded: performance.timing.loadEventStart - performance.timing.navigationStart,
    fetched: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ startTime }) => startTime),
  }));
  expect(Math.min(...fetched)).toBeGreaterThan(loaded);
  await expect(asleep(page)).toHaveCount(1);
  await page.context().setOffline(true);
  await buy(page).click();
  await expect(page.getByText('Payment error')).toBeVisible();
  await expect(asleep(page), 'by what was fetched ahead').toHaveCount(0);
});

test('a press has the connection to itself', async ({ page }) => {
  await holdScripts(page);
  const broken: string[] = [];
  page.on('requestfailed', (request) => broken.push(request.url()));
  const scripts = watchScripts(page);
  await page.goto('/');
  await expect.poll(() => namesOf(scripts)).toEqual(WAKING);
  await page.route('**/api/create-payment', () => {});
  await buy(page).dispatchEvent('click');
  await expect.poll(() => namesOf(broken)).toEqual(WAKING);
});

for (const sign of ['hover', 'focus'] as const) {
  test(`to ${sign} a buy button fetches nothing`, PHONE_IF_DEEP, async ({ page }) => {
    await saveData(page);
    await page.goto('/');
    const scripts = watchScripts(page);
    await buy(page)[sign]();
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(scripts).toEqual([]);
  });
}

test('a message loads what shows it, each file once', PHONE_IF_DEEP, async ({ page }) => {
  await saveData(page);
  await page.goto('/');
  const scripts = watchScripts(page);
  await fail(page);
  await expect(asleep(page)).toHaveCount(0);
  expect(namesOf(scripts)).toEqual(WAKING);
});

test('a touch leaves the connection to what it presses', PHONE_ONLY, async ({ page }) => {
  await saveData(page);
  await page.goto('/guide-1');
  const scripts = watchScripts(page);
  await answer(page, 'create-payment', 'never');
  await Promise.all([page.waitForRequest('**/api/create-payment'), buy(page).tap()]);
  await expect(buy(page)).toHaveText('Processing...');
  expect(scripts).toEqual([]);
});

test('a message of the page before loads the toasts, once', PHONE_IF_DEEP, async ({ page }) => {
  await saveData(page);
  await page.goto('/about');
  const flash = { title: 'Access denied', message: 'From the page before.' };
  await page.evaluate((kept) => sessionStorage.setItem('flash', JSON.stringify(kept)), flash);
  await page.goto('/');
  await expect(page.getByText(flash.message)).toBeVisible();
  await expect(asleep(page)).toHaveCount(0);
  await page.reload();
  await expect(asleep(page)).toHaveCount(1);
});
