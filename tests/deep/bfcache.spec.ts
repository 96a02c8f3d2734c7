import { existsSync } from 'node:fs';
import { type Browser, type Page, expect, test } from '@playwright/test';
import { buy } from '../buyer.ts';
import { answer, problem } from '../e2e/answers.ts';
import { buyButton, scriptsRun } from '../e2e/parent.ts';

/** Playwright's default browser has windows that cannot keep a page; the whole one has. */
const WHOLE = '/usr/bin/chromium';

const PAYMENT_PAGE = /\/c\/pay\//;

let browser: Browser | undefined;
test.beforeAll(async ({ playwright, launchOptions }) => {
  browser = await playwright.chromium
    .launch({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), '--headless=new'],
      headless: false, // or Playwright names the old way itself
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
      ...(existsSync(WHOLE) ? { executablePath: WHOLE } : { channel: 'chromium' }),
    })
    .catch(() => undefined);
});
test.afterAll(() => browser?.close());

const openPage = async (baseURL: string | undefined): Promise<Page> => {
  test.skip(!browser, 'there is no whole Chromium, and the one without windows keeps no pages');
  if (!browser) throw new Error('skipped');
  const context = await browser.newContext({
    baseURL: String(baseURL),
    viewport: { width: 400, height: 800 },
  });
  const page = await context.newPage();
  await page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => Reflect.set(globalThis, 'wasKept', persisted));
  });
  return page;
};

/** Goes back. Whether the page that comes had been kept. */
const goBack = async (page: Page): Promise<boolean> => {
  await page.goBack({ waitUntil: 'commit' }); // a page that was kept does not load
  const wasKept = () => page.evaluate(() => Reflect.get(globalThis, 'wasKept'));
  await expect.poll(wasKept).toEqual(expect.any(Boolean));
  return wasKept();
};

/** Before leaving: so that what is read then was said on coming back. */
const forget = (page: Page) => page.evaluate(() => Reflect.set(globalThis, 'wasKept', null));

/** Goes on to another page and back. Whether the page was kept, and why not. */
const goOnAndBack = async (
  page: Page,
  path: string,
  waitUntil: 'load' | 'networkidle' = 'load',
) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  let reasons: string[] = [];
  session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    reasons = notRestoredExplanations.map(({ reason }) => reason);
  });
  await page.goto(path, { waitUntil });
  await forget(page);
  await page.goto(path === '/about' ? '/faqs' : '/about');
  const wasKept = await goBack(page);
  await session.detach();
  return { wasKept, reasons };
};

test('every page of the shop is shown at once by the back button', async ({ baseURL }) => {
  const page = await openPage(baseURL);
  for (const path of ['/', '/guide-1', '/about', '/faqs', '/terms', '/payment-canceled']) {
    expect(await goOnAndBack(page, path), path).toEqual({ wasKept: true, reasons: [] });
  }
  await page.context().close();
});

test('a page that was left for checkout comes back with its buttons and messages', async ({
  baseURL,
}) => {
  const page = await openPage(baseURL);
  await page.goto('/guide-1');
  const button = buyButton(page);
  const label = String(await button.textContent());
  // The first time before React is there.
  for (let turn = 1; turn <= 2; turn += 1) {
    await forget(page);
    await button.click();
    await page.waitForURL(PAYMENT_PAGE);
    expect(await goBack(page)).toBe(true);
    // At once: after eight seconds it is ready anyway.
    expect(await button.isEnabled()).toBe(true);
    await expect(button).toHaveText(label);
    await scriptsRun(page);
  }
  await answer(page, 'create-payment', problem(502, 'The payment service cannot be reached.'));
  await button.click();
  await expect(page.getByText('Payment error')).toBeVisible();
  await page.context().close();
});

test('private pages are loaded anew, since nothing of them is stored', async ({ baseURL }) => {
  const page = await openPage(baseURL);
  const id = await buy(String(baseURL), 'bundle');
  for (const path of [
    `/payment-success?session_id=${id}`,
    `/guide-download?session_id=${id}`,
    '/admin-upload',
    '/admin-orders',
    '/admin-health',
  ]) {
    const { wasKept, reasons } = await goOnAndBack(page, path, 'networkidle');
    expect(wasKept, path).toBe(false);
    // The second is of the functions' answers. Chromium keeps pages for the first alone where they come by HTTPS.
    expect(reasons.toSorted(), path).toEqual(
      expect.arrayContaining([
        'JsNetworkRequestReceivedCacheControlNoStoreResource',
        'MainResourceHasCacheControlNoStore',
      ]),
    );
  }
  await page.context().close();
});
