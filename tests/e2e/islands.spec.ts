import { type Page, expect, test } from '@playwright/test';
import { CONTENT_PAGES } from '../catalogue.ts';
import { answer } from './answers.ts';
import { PHONE_IF_DEEP, PHONE_ONLY } from './devices.ts';
import { buyButton, scriptsRun } from './parent.ts';

const READ_ONLY = [...CONTENT_PAGES, '/no-such-page', '/payment-canceled', '/payment-error'];

/** The islands of the home page, and React. */
const OF_HOME = ['BuyButton', 'Toasts', 'client'];

/** The names, without their hashes, of the scripts that the page fetches from now on. */
const watchScripts = (page: Page): string[] => {
  const names: string[] = [];
  page.on('request', (request) => {
    const [, name] = /\/_astro\/(\w+)\.[\w-]+\.js$/.exec(request.url()) ?? [];
    if (name) names.push(name);
  });
  return names;
};

const asleep = (page: Page) => page.locator('astro-island[ssr]');
/** What the page does when it is idle has been asked for, and more. */
const isIdle = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestIdleCallback(resolve));
    await fetch(location.href);
  });

const onConnection = (page: Page, saveData: boolean, effectiveType: string): Promise<unknown> =>
  page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), {
    saveData,
    effectiveType,
  });

test('whoever saves data fetches no script for reading', PHONE_IF_DEEP, async ({ page }) => {
  await onConnection(page, true, '4g');
  const scripts = watchScripts(page);
  for (const path of READ_ONLY) {
    await page.goto(path);
    await page.mouse.wheel(0, 2_000);
    await isIdle(page);
    expect(scripts, path).toEqual([]);
  }
});

test('nor does who is on a slow connection, until the first press', async ({ page }) => {
  await onConnection(page, false, '2g');
  const scripts = watchScripts(page);
  await page.goto('/');
  await isIdle(page);
  expect(scripts).toEqual([]);
  await page.getByRole('heading', { level: 1 }).click();
  await expect(asleep(page)).toHaveCount(0);
  expect(scripts.toSorted()).toEqual(OF_HOME);
});

test('the first press of who saves data is the form', PHONE_ONLY, async ({ page }) => {
  await onConnection(page, true, '4g');
  await page.goto('/guide-1');
  await buyButton(page).tap();
  await page.waitForURL(/\/c\/pay\//);
});

test('others have the scripts, each file once, and those of questions when these are seen', async ({
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
  await onConnection(page, true, '4g'); // which keeps no parent waiting for it
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
  await expect(asleep(page)).not.toHaveCount(0);
  await expect(toast).toHaveCount(0);
});
