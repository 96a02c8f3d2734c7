import { type Page, chromium, devices } from '@playwright/test';
import { launchOptions } from '../browser.ts';
import { buy } from '../buyer.ts';
import { startShop } from '../project.ts';
import { type Measurement, type Measurements, measure } from './measure.ts';

/** A slow phone on a slow connection, simulated with Chromium's own throttling. */
const CONNECTION = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const CPU_SLOWDOWN = 4;
const TAP_IN_MS = 60;
/** A parent reads the page before tapping a download. */
const READING_IN_MS = 1000;

/** Milliseconds since 1970, with fractions. */
const now = (): number => performance.timeOrigin + performance.now();

const browser = await chromium.launch(launchOptions);
const shop = await startShop();

/**
 * Runs `use` on a simulated phone that visits the shop for the first time. `tap` returns the time
 * when the finger was lifted.
 */
const onPhone = async <T>(
  use: (page: Page, tap: (selector: string) => Promise<number>) => Promise<T>,
  javaScriptEnabled = true,
): Promise<T> => {
  const context = await browser.newContext({ ...devices['Pixel 7'], javaScriptEnabled });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', CONNECTION);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const used = use(page, async (selector) => {
    const target = page.locator(selector).first();
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (!box) throw new Error(`${selector} is not visible`);
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await page.waitForTimeout(TAP_IN_MS);
    const lifted = now();
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    return lifted;
  });
  return used.finally(() => context.close());
};

/**
 * Taps a buy button `afterMs` after the page has loaded. Returns how many milliseconds the payment
 * page takes to respond.
 */
const press = (afterMs: number, withScripts = true): Promise<number> =>
  onPhone(async (page, tap) => {
    await page.goto(shop.site);
    await page.waitForTimeout(afterMs);
    const arrived = page.waitForResponse(/\/c\/pay\//).then(now);
    const lifted = await tap('form[action="/api/create-payment"] button');
    return (await arrived) - lifted;
  }, withScripts);

/**
 * Measures how long a page takes to show the text. The baseline is the time to load the document
 * and make its one API call.
 */
const open = (url: string, text: string): Promise<Measurement> =>
  onPhone(async (page) => {
    const startedAt = now();
    await page.goto(url, { waitUntil: 'commit' });
    await page.getByText(text).first().waitFor();
    const measured = now() - startedAt;
    const baseline = await page.evaluate(() => {
      const [document] = performance.getEntriesByType('navigation');
      const call = performance
        .getEntriesByType('resource')
        .find(({ name }) => name.endsWith('/api/verify-payment'));
      const isKnown = document instanceof PerformanceNavigationTiming;
      return (isKnown ? document.responseEnd : 0) + (call?.duration ?? 0);
    });
    return { measured, baseline };
  });

/** A plain link, which works without JavaScript. */
const LINK = 'a[href*="/api/files/"]';

const download = (url: string, target: string): Promise<number> =>
  onPhone(async (page, tap) => {
    await page.goto(url);
    await page.locator(LINK).first().waitFor();
    await page.waitForTimeout(READING_IN_MS);
    // The browser reports a link's download when it begins, but a button's only when it is
    // complete. So for a button, this waits for the response.
    const responded: Promise<unknown> =
      target === LINK ? page.waitForEvent('download') : page.waitForResponse('**/api/files/**');
    const begun = responded.then(now);
    const lifted = await tap(target);
    return (await begun) - lifted;
  });

/**
 * How long a parent waits during one purchase, in ms. For a click or a download, the baseline is
 * the same action with a plain form or link. For a page, it is the time to load the document and
 * make its one API call.
 */
const measureRound = async (): Promise<Measurements> => {
  const session = await buy(shop.site, 'guide-1');
  const at = (path: string): string => `${shop.site}${path}?session_id=${session}`;
  const plainPress = await press(0, false);
  const downloadPage = at('/guide-download');
  const button = 'button:has-text("Download Your Guide")';
  return {
    'click at load -> payment page': { measured: await press(0), baseline: plainPress },
    'click 400 ms after load -> payment page': { measured: await press(400), baseline: plainPress },
    'click 1.5 s after load -> payment page': { measured: await press(1500), baseline: plainPress },
    'return -> confirmed': await open(at('/payment-success'), 'Order confirmed'),
    'download page -> ready': await open(downloadPage, 'Your Guide is Ready!'),
    'Download -> first byte': {
      measured: await download(downloadPage, button),
      baseline: await download(downloadPage, LINK),
    },
  };
};

try {
  await measure('plain', 5, measureRound);
} finally {
  await browser.close();
  await shop.stop();
}
