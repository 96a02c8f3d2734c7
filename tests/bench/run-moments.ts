import { type Browser, type Page, chromium, devices } from '@playwright/test';
import { ROOT } from '../../netlify/local/settings.ts';
import { launchOptions } from '../browser.ts';
import { buyAtOnce } from '../e2e/stand-in.ts';
import { freePort } from '../ports.ts';
import { startShop } from '../project.ts';
import { type Figures, now, optionsOf, takeTurns, printTable } from './measure.ts';

/**
 * How long a parent waits on a slow phone, each moment beside the plain form or link, or beside the time of the page's
 * document and its one call.
 */
const { rounds } = optionsOf({ rounds: 5 });

/** A slow phone on a slow connection: Chromium's own throttling, the same for every page. */
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const SLOWER = 4;
const FINGER_MS = 60;

type Phone = {
  readonly page: Page;
  /** Taps the middle of an element. Returns when the finger was lifted. */
  readonly tap: (selector: string) => Promise<number>;
};

/** A phone on its first visit. */
const withPhone = async <T>(
  browser: Browser,
  use: (phone: Phone) => Promise<T>,
  javaScriptEnabled = true,
): Promise<T> => {
  const context = await browser.newContext({ ...devices['Pixel 7'], javaScriptEnabled });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', LINE);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const tap = async (selector: string): Promise<number> => {
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
    };
    return await use({ page, tap });
  } finally {
    await context.close();
  }
};

/** The tap after the page has loaded, in ms: at once, while React starts, and after that. */
const PRESSES = { press: 0, 'press at 400 ms': 400, 'press at 1.5 s': 1500 };

const press = async ({ page, tap }: Phone, site: string, afterMs: number): Promise<number> => {
  await page.goto(site);
  await page.waitForTimeout(afterMs);
  const arrived = page.waitForResponse(/\/c\/pay\//).then(now);
  const lifted = await tap('form[action="/api/create-payment"] button');
  return (await arrived) - lifted;
};

const PAGES = {
  'return -> confirmed': ['/payment-success', 'Order confirmed'],
  'download page -> ready': ['/guide-download', 'Your Guide is Ready!'],
} as const;

/** The time until the words are visible, and the time of the document and the one call alone. */
const open = async ({ page }: Phone, address: string, words: string) => {
  const asked = now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.getByText(words).first().waitFor();
  const took = now() - asked;
  const plain = await page.evaluate(() => {
    const [document] = performance.getEntriesByType('navigation');
    const call = performance
      .getEntriesByType('resource')
      .find(({ name }) => name.endsWith('/api/verify-payment'));
    const isKnown = document instanceof PerformanceNavigationTiming;
    return (isKnown ? document.responseEnd : 0) + (call?.duration ?? 0);
  });
  return { took, plain };
};

/** The link is plain: it needs no script. */
const LINK = 'a[href*="/api/files/"]';
const TARGETS = {
  'Download -> first byte': 'button:has-text("Download Your Guide")',
  'plain Download -> first byte': LINK,
};
/** A parent reads the page before the tap. */
const READING_MS = 1000;

const download = async ({ page, tap }: Phone, address: string, target: string) => {
  await page.goto(address);
  await page.locator(LINK).first().waitFor();
  await page.waitForTimeout(READING_MS);
  // The browser reports a link's download when its answer begins, and a button's when it is complete.
  const answered =
    target === LINK ? page.waitForEvent('download') : page.waitForResponse('**/api/files/**');
  const begun = Promise.resolve<unknown>(answered).then(now);
  const lifted = await tap(target);
  return (await begun) - lifted;
};

/** All moments of one purchase in milliseconds, each on a phone's first visit. */
const measureMoments = async (browser: Browser, site: string): Promise<Figures> => {
  const session = await buyAtOnce(site, 'individual_guide_6_10');
  const at = (path: string): string => `${site}${path}?session_id=${session}`;
  const figures: Record<string, number> = {};
  for (const [name, afterMs] of Object.entries(PRESSES)) {
    figures[name] = await withPhone(browser, (phone) => press(phone, site, afterMs));
  }
  figures['plain press'] = await withPhone(browser, (phone) => press(phone, site, 0), false);
  for (const [name, [path, words]] of Object.entries(PAGES)) {
    const { took, plain } = await withPhone(browser, (phone) => open(phone, at(path), words));
    Object.assign(figures, { [name]: took, [`plain ${name}`]: plain });
  }
  for (const [name, target] of Object.entries(TARGETS)) {
    figures[name] = await withPhone(browser, (phone) =>
      download(phone, at('/guide-download'), target),
    );
  }
  return figures;
};

/** Each beside its plain baseline. */
const MOMENTS: readonly (readonly [what: string, plain: string])[] = [
  ...Object.keys(PRESSES).map((what) => [what, 'plain press'] as const),
  ...Object.keys(PAGES).map((what) => [what, `plain ${what}`] as const),
  ['Download -> first byte', 'plain Download -> first byte'],
];

const browser = await chromium.launch(launchOptions);
const shop = await startShop(ROOT, await freePort());
try {
  const subjects = { shop: () => measureMoments(browser, shop.site) };
  const taken = await takeTurns(rounds, subjects);
  const rows = MOMENTS.map(([what, plain]) => ({
    what,
    figures: taken('shop', what),
    base: taken('shop', plain),
  }));
  printTable('ms', ['here', 'plain'], rows);
} finally {
  await browser.close();
  await shop.stop();
}
