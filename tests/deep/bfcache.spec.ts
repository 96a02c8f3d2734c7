import { existsSync } from 'node:fs';
import { type Page, test as base, expect } from '@playwright/test';
import { answer, problem } from '../e2e/answers.ts';
import { buyButton, scriptsRun } from '../e2e/parent.ts';

/** Playwright's default browser has no windows and keeps no pages. The whole one does. */
const WHOLE = '/usr/bin/chromium';

const test = base.extend({
  page: async ({ playwright, launchOptions, baseURL }, use) => {
    const browser = await playwright.chromium
      .launch({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), '--headless=new'],
        headless: false, // or Playwright asks for the one without windows
        ignoreDefaultArgs: ['--disable-back-forward-cache'],
        ...(existsSync(WHOLE) ? { executablePath: WHOLE } : { channel: 'chromium' }),
      })
      .catch(() => base.skip(true, 'Chromium with windows is not installed'));
    if (!browser) return;
    const viewport = { width: 400, height: 800 };
    const page = await browser.newPage({ baseURL: String(baseURL), viewport });
    await page.addInitScript(() => {
      addEventListener('pageshow', ({ persisted }) =>
        Reflect.set(globalThis, 'wasKept', persisted),
      );
    });
    await use(page);
    await browser.close();
  },
});

const forget = (page: Page) => page.evaluate(() => Reflect.set(globalThis, 'wasKept', null));

/** Goes back. Returns whether that page had been kept. Call `forget` before leaving it. */
const goBack = async (page: Page): Promise<boolean> => {
  await page.goBack({ waitUntil: 'commit' }); // a page that was kept does not load
  const wasKept = () => page.evaluate(() => Reflect.get(globalThis, 'wasKept'));
  await expect.poll(wasKept).toEqual(expect.any(Boolean));
  return wasKept();
};

test('a page that was left for checkout comes back with its buttons and messages', async ({
  page,
}) => {
  await page.goto('/guide-1');
  const button = buyButton(page);
  // The first time before React is there.
  for (let turn = 1; turn <= 2; turn += 1) {
    await forget(page);
    await button.click();
    await page.waitForURL(/\/c\/pay\//);
    expect(await goBack(page)).toBe(true);
    // At once: after eight seconds it is ready anyway.
    expect(await button.isEnabled()).toBe(true);
    await expect(button).toHaveText(/^Buy Guide 1/);
    await scriptsRun(page);
  }
  await answer(page, 'create-payment', problem(502, 'The payment service cannot be reached.'));
  await button.click();
  await expect(page.getByText('Payment error')).toBeVisible();
});
