import { type Browser, type Page, chromium, devices } from '@playwright/test';
import { ROOT } from '../../netlify/local/settings.ts';
import { launchOptions } from '../browser.ts';
import { buyAtOnce } from '../e2e/stand-in.ts';
import { freePort, startShop } from '../project.ts';
import { type Figures, median, now, optionsOf, takeTurns, printTable } from './measure.ts';

/**
 * How long a parent waits at the moments that decide, on a slow phone, each beside the plain form or link, or beside
 * what its document and one call take.
 */
const { rounds } = optionsOf({ rounds: 5 });

/** A slow phone on a slow connection: Chromium's own throttling, the same for every page. */
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const ROUND_TRIP_MS = LINE.latency;
const SLOWER = 4;
const FINGER_MS = 60;

type Phone = {
  readonly page: Page;
  /** Puts a finger on the middle of it; answers when it was lifted. */
  readonly tap: (selector: string) => Promise<number>;
};

/** A phone that has never been here. */
const withPhone = async <T>(
  browser: Browser,
  use: (phone: Phone) => Promise<T>,
  { javaScriptEnabled = true } = {},
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

const BUY = 'form[action="/api/create-payment"] button';
const BUTTON = 'button:has-text("Download Your Guide")';
const LINK = 'a[href*="/api/files/"]';

/** When the finger moves: at once, while React wakes, once it is awake. */
const PRESSES = { press: 0, 'press at 400 ms': 400, 'press at 1.5 s': 1500 };

/** A parent reads what the page says before the finger moves. */
const READING_MS = 1000;

const press = async (
  { page, tap }: Phone,
  site: string,
  [name, afterMs]: readonly [string, number],
): Promise<Figures> => {
  await page.goto(site);
  await page.waitForTimeout(afterMs);
  const left = page.waitForRequest('**/api/create-payment').then(now);
  const arrived = page.waitForResponse(/\/c\/pay\//).then(now);
  const lifted = await tap(BUY);
  return {
    [`${name} -> request`]: (await left) - lifted,
    [`${name} -> payment page`]: (await arrived) - lifted,
  };
};

/** How long the words take to be there, and what that would be with only the document and the one call. */
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

/** One that has been to the shop keeps what its pages share. */
const openWarm = async (phone: Phone, address: string, words: string) => {
  for (const path of ['/', '/guide-1']) {
    await phone.page.goto(new URL(path, address).href);
    await phone.page.waitForTimeout(PRESSES['press at 1.5 s']);
  }
  return open(phone, address, words);
};

/** A finger on the button or on the link that downloads a guide. */
const download = async ({ page, tap }: Phone, address: string, target: string) => {
  await page.goto(address);
  await page.locator(LINK).first().waitFor();
  await page.waitForTimeout(READING_MS);
  // The browser tells of a link's download once its answer has begun, and of a button's once all is there.
  const told = page.waitForEvent('download').then(now);
  const answered = target === LINK ? told : page.waitForResponse('**/api/files/**').then(now);
  const lifted = await tap(target);
  return { firstByte: (await answered) - lifted, saved: (await told) - lifted };
};

/** All moments of one parent's purchase in milliseconds, each on a phone that comes for the first time. */
const measureMoments = async (browser: Browser, site: string): Promise<Figures> => {
  const session = await buyAtOnce(site, 'individual_guide_6_10');
  const at = (path: string): string => `${site}${path}?session_id=${session}`;

  const pressed: Figures[] = [];
  for (const entry of Object.entries(PRESSES)) {
    pressed.push(await withPhone(browser, (phone) => press(phone, site, entry)));
  }
  const withoutScripts = { javaScriptEnabled: false };
  pressed.push(
    await withPhone(browser, (phone) => press(phone, site, ['plain press', 0]), withoutScripts),
  );

  const see = async (name: string, address: string, words: string): Promise<Figures> => {
    const { took, plain } = await withPhone(browser, (phone) => open(phone, address, words));
    const warm = await withPhone(browser, (phone) => openWarm(phone, address, words));
    return { [name]: took, [`${name}, warm`]: warm.took, [`plain ${name}`]: plain };
  };
  const address = at('/guide-download');
  const confirmed = await see('return -> confirmed', at('/payment-success'), 'Order confirmed');
  const ready = await see('download page -> ready', address, 'Your Guide is Ready!');

  const button = await withPhone(browser, (phone) => download(phone, address, BUTTON));
  const link = await withPhone(browser, (phone) => download(phone, address, LINK));
  return {
    ...Object.assign({}, ...pressed),
    ...confirmed,
    ...ready,
    'Download -> first byte': button.firstByte,
    'Download -> saved': button.saved,
    'plain Download -> first byte': link.firstByte,
  };
};

/** What a moment is compared with, and what it may take: so many times that, and so many milliseconds more. */
type Moment = readonly [
  name: string,
  plain: string,
  limit?: readonly [times: number, moreMs: number],
];

const pressed = (step: string): Moment[] =>
  Object.keys(PRESSES).map((name) => [
    `${name} -> ${step}`,
    `plain press -> ${step}`,
    name === 'press at 400 ms' ? [1, 350] : [1.1, 60],
  ]);

const MOMENTS: readonly Moment[] = [
  ...pressed('request'),
  ...pressed('payment page'),
  ['return -> confirmed', 'plain return -> confirmed'],
  ['return -> confirmed, warm', 'plain return -> confirmed'],
  ['download page -> ready', 'plain download page -> ready'],
  ['download page -> ready, warm', 'plain download page -> ready'],
  ['Download -> first byte', 'plain Download -> first byte', [1, ROUND_TRIP_MS]],
  ['Download -> saved', 'plain Download -> first byte'],
];

const browser = await chromium.launch(launchOptions);
const shop = await startShop(ROOT, await freePort(8620));
try {
  const subjects = { shop: () => measureMoments(browser, shop.site) };
  const taken = await takeTurns(rounds, subjects);
  const rows = MOMENTS.map(([what, plain, limit]) => {
    const base = taken('shop', plain);
    const most = limit && limit[0] * median(base) + limit[1];
    return { what, figures: taken('shop', what), base, most };
  });
  printTable('ms', ['here', 'plain'], rows);
} finally {
  await browser.close();
  await shop.stop();
}
