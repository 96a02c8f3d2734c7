import { readFileSync } from 'node:fs';
import {
  type BrowserContext,
  type Download,
  type Locator,
  type Page,
  expect,
} from '@playwright/test';
import { ROOT } from '../../netlify/local/settings.ts';
import { storedFile, withoutLine } from '../project.ts';

/** React adds this property to an element when it starts to handle the element's events. */
const isHandledByReact = (element: Element): boolean =>
  Object.keys(element).some((key) => key.startsWith('__reactProps'));

/**
 * Waits for all islands. Also waits for the buy buttons, because on a busy machine React handles
 * their events some time after their islands start.
 */
export const waitForScripts = async (page: Page): Promise<void> => {
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  for (const button of await buyButtons(page).all()) {
    await expect.poll(() => button.evaluate(isHandledByReact)).toBe(true);
  }
};

/** Waits for the print styles, which a page requests a second after it has loaded. */
export const waitForPrintStyles = async (page: Page): Promise<void> => {
  const link = page.locator('link[media="print"]');
  await expect.poll(() => link.evaluate((node: HTMLLinkElement) => node.sheet !== null)).toBe(true);
};

/** Delays every script of the page until the returned function is called. */
export const holdScripts = async (page: Page): Promise<() => void> => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/_astro/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
};

export const buyButtons = (page: Page): Locator =>
  page.locator('form[action="/api/create-payment"] button');

/** The first buy button of a guide's page, or of the home page. */
export const buyButton = (page: Page): Locator => buyButtons(page).first();

/** Clicks a page's first buy button. Returns the tab with the checkout, which may be a new one. */
export const checkoutFrom = async (page: Page, path: string): Promise<Page> => {
  await page.goto(path);
  await waitForScripts(page);
  const button = buyButton(page);
  if ((page.viewportSize()?.width ?? 0) <= 768) {
    await button.click();
    await page.waitForURL(/\/c\/pay\//);
    return page;
  }
  const [tab] = await Promise.all([page.waitForEvent('popup'), button.click()]);
  await tab.waitForURL(/\/c\/pay\//);
  return tab;
};

/** Fills in the hosted checkout page and clicks "Pay". */
export const payByCard = async (checkout: Page, address: string): Promise<void> => {
  await checkout.getByLabel('Email').fill(address);
  await checkout.getByLabel('Card number').fill('4242 4242 4242 4242');
  await checkout.getByRole('button', { name: /^Pay \$/ }).click();
};

/** Expects the download to equal the stored file, except for the line with the order number. */
export const expectStoredBytes = async (page: Page, download: Download): Promise<void> => {
  const fileName = download.suggestedFilename();
  const saved = readFileSync(await download.path());
  const stored = storedFile(ROOT, new URL(page.url()).port, fileName);
  expect(withoutLine(saved).equals(stored), fileName).toBe(true);
};

/** Runs `act`, and returns the downloads after `count` of them have started. */
export const collectDownloads = async (page: Page, count: number, act: () => Promise<void>) => {
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  await act();
  await expect.poll(() => downloads.length).toBe(count);
  return downloads;
};

/**
 * Returns a list of everything that a browser policy blocks in any tab from now on. Reads the
 * events of the pages and the browser's console.
 */
export const watchViolations = async (context: BrowserContext): Promise<string[]> => {
  const violations: string[] = [];
  context.on('console', (message) => {
    const text = message.text();
    if (/^policy violation: |content security policy|permissions.policy|trusted/i.test(text)) {
      violations.push(`${message.page()?.url()} ${text}`);
    }
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(
        `policy violation: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`,
      );
    });
  });
  return violations;
};
