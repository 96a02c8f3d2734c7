import type { Browser } from '@playwright/test';
import { buyAtOnce } from '../e2e/stand-in.ts';
import { type Figures, now } from './measure.ts';
import { type Phone, withPhone } from './phone.ts';

const BUY = 'form[action="/api/create-payment"] button';
const BUTTON = 'button:has-text("Download Your Guide")';
const LINK = 'a[href*="/api/files/"]';

/** When the finger moves: at once, while React wakes, once it is awake. */
export const PRESSES = { press: 0, 'press at 400 ms': 400, 'press at 1.5 s': 1500 };

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
export const measureMoments = async (browser: Browser, site: string): Promise<Figures> => {
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
