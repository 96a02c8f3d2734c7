import { type Page, chromium, devices } from '@playwright/test';
import { launchOptions } from '../browser.ts';
import { buy } from '../buyer.ts';
import { startShop } from '../project.ts';
import { type Figure, type Figures, measure } from './measure.ts';

/** A slow phone on a slow connection: Chromium's own throttling, the same for every page. */
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const SLOWER = 4;
const FINGER_MS = 60;
/** A parent reads the page before tapping a download. */
const READING_MS = 1000;

/** Milliseconds since 1970, at the resolution of the machine. */
const now = (): number => performance.timeOrigin + performance.now();

const browser = await chromium.launch(launchOptions);
const shop = await startShop();

/** Opens a page on a phone's first visit. `tap` returns when the finger was lifted. */
const onPhone = async <T>(
  use: (page: Page, tap: (selector: string) => Promise<number>) => Promise<T>,
  javaScriptEnabled = true,
): Promise<T> => {
  const context = await browser.newContext({ ...devices['Pixel 7'], javaScriptEnabled });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const used = use(page, async (selector) => {
    const target = page.locator(selector).first();
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (!box) throw new Error(`${selector} is not to be seen`);
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await page.waitForTimeout(FINGER_MS);
    const lifted = now();
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    return lifted;
  });
  return used.finally(() => context.close());
};

/** The time of the tap after the page has loaded: at once, while React starts, and after that. */
const press = (afterMs: number, withScripts = true): Promise<number> =>
  onPhone(async (page, tap) => {
    await page.goto(shop.site);
    await page.waitForTimeout(afterMs);
    const arrived = page.waitForResponse(/\/c\/pay\//).then(now);
    const lifted = await tap('form[action="/api/create-payment"] button');
    return (await arrived) - lifted;
  }, withScripts);

/** The time until the words are visible, and the time for only the document and its one call. */
const open = (address: string, words: string): Promise<Figure> =>
  onPhone(async (page) => {
    const asked = now();
    await page.goto(address, { waitUntil: 'commit' });
    await page.getByText(words).first().waitFor();
    const here = now() - asked;
    const baseline = await page.evaluate(() => {
      const [document] = performance.getEntriesByType('navigation');
      const call = performance
        .getEntriesByType('resource')
        .find(({ name }) => name.endsWith('/api/verify-payment'));
      const isKnown = document instanceof PerformanceNavigationTiming;
      return (isKnown ? document.responseEnd : 0) + (call?.duration ?? 0);
    });
    return { here, baseline };
  });

/** A plain link, which needs no script. */
const LINK = 'a[href*="/api/files/"]';

const download = (address: string, target: string): Promise<number> =>
  onPhone(async (page, tap) => {
    await page.goto(address);
    await page.locator(LINK).first().waitFor();
    await page.waitForTimeout(READING_MS);
    // The browser reports a link's download when it begins, but a button's when it is complete.
    const answered: Promise<unknown> =
      target === LINK ? page.waitForEvent('download') : page.waitForResponse('**/api/files/**');
    const begun = answered.then(now);
    const lifted = await tap(target);
    return (await begun) - lifted;
  });

/**
 * How long a parent waits in one purchase, in ms. The baseline of a click and a download is the
 * plain form or link. The baseline of a page is its document and its one call.
 */
const turn = async (): Promise<Figures> => {
  const session = await buy(shop.site, 'guide-1');
  const at = (path: string): string => `${shop.site}${path}?session_id=${session}`;
  const plainPress = await press(0, false);
  const downloadPage = at('/guide-download');
  const button = 'button:has-text("Download Your Guide")';
  return {
    'click at load -> payment page': { here: await press(0), baseline: plainPress },
    'click 400 ms after load -> payment page': { here: await press(400), baseline: plainPress },
    'click 1.5 s after load -> payment page': { here: await press(1500), baseline: plainPress },
    'return -> confirmed': await open(at('/payment-success'), 'Order confirmed'),
    'download page -> ready': await open(downloadPage, 'Your Guide is Ready!'),
    'Download -> first byte': {
      here: await download(downloadPage, button),
      baseline: await download(downloadPage, LINK),
    },
  };
};

try {
  await measure('plain', 5, turn);
} finally {
  await browser.close();
  await shop.stop();
}
