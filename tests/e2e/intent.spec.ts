import { type Page, expect, test } from '@playwright/test';
import { CONTENT_PAGES } from '../catalogue.ts';
import { PHONE_IF_DEEP, PHONE_ONLY } from './devices.ts';
import { holdScripts } from './parent.ts';

const READ_ONLY = [...CONTENT_PAGES, '/no-such-page', '/payment-canceled', '/payment-error'];

/** The buy button itself, the toasts, what starts React, and Astro's part of them; they import what they share. */
const WAKING = ['BuyForm', 'Toasts', 'client', 'islands'];

/** The addresses of the scripts that the page fetches from now on. */
const watchScripts = (page: Page): string[] => {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') urls.push(request.url());
  });
  return urls;
};

/** Without their hashes. */
const namesOf = (urls: readonly string[]): string[] =>
  urls.map((url) => /\/_astro\/(\w+)\.[\w-]+\.js$/.exec(url)?.[1] ?? url).toSorted();

const buy = (page: Page) => page.locator('form[data-buy] button').first();
const asleep = (page: Page) => page.locator('astro-island[ssr]');

test('no page of the shop fetches a script for reading it', PHONE_IF_DEEP, async ({ page }) => {
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

const SIGNS: Record<string, (page: Page) => Promise<void>> = {
  'a pointer over it': (page) => buy(page).hover(),
  'the focus on it': (page) => buy(page).focus(),
  'a click': async (page) => {
    await page.route('**/api/create-payment', () => {});
    await buy(page).dispatchEvent('click');
  },
};

for (const [name, sign] of Object.entries(SIGNS)) {
  test(
    `a buy button loads what it needs by ${name}, all of it at once`,
    PHONE_IF_DEEP,
    async ({ page }) => {
      await page.goto('/');
      const scripts = watchScripts(page);
      const release = await holdScripts(page);
      await sign(page);
      await expect.poll(() => namesOf(scripts)).toEqual(WAKING);
      release();
      await expect(asleep(page)).toHaveCount(0);
      expect(scripts, 'each once').toEqual([...new Set(scripts)]);
    },
  );
}

test('a touch that only begins loads it too', PHONE_ONLY, async ({ page }) => {
  await page.goto('/guide-1');
  const scripts = watchScripts(page);
  await holdScripts(page);
  const box = await buy(page).boundingBox();
  const finger = await page.context().newCDPSession(page);
  const touchPoints = [{ x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 10 }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await expect.poll(() => namesOf(scripts)).toEqual(WAKING);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
});

test('a message of the page before loads the toasts alone', PHONE_IF_DEEP, async ({ page }) => {
  await page.goto('/about');
  const scripts = watchScripts(page);
  const flash = { title: 'Access denied', message: 'From the page before.' };
  await page.evaluate((kept) => sessionStorage.setItem('flash', JSON.stringify(kept)), flash);
  await page.goto('/');
  await expect(page.getByText(flash.message)).toBeVisible();
  expect(namesOf(scripts)).toEqual(expect.arrayContaining(['Toasts', 'client', 'islands']));
  expect(namesOf(scripts)).not.toContain('BuyForm');
  await expect(asleep(page)).toHaveCount(3);
  await page.reload();
  await expect(asleep(page)).toHaveCount(4);
});
