import { expect } from 'vitest';
import type { BrowserPage } from './page.ts';

type Shop = {
  readonly site: string;
  readonly ownerPassword: string;
  /** How Stripe's API fails; {} is back to normal. */
  readonly setFaults: (faults: object) => Promise<unknown>;
  /** The bytes of a guide that buyers get now. */
  readonly stored: (fileName: string) => Buffer;
};

export type Walk = (page: BrowserPage, shop: Shop) => Promise<void>;

export const PHONE = [375, 812] as const;
export const COMPUTER = [1280, 900] as const;

export const BUY = 'form[action="/api/create-payment"] button';

/** Keys by their characters in "Keyboard actions" of WebDriver. */
export const [TAB, ENTER, ALT, ESCAPE, F8] = [
  '\uE004',
  '\uE006',
  '\uE00A',
  '\uE00C',
  '\uE038',
] as const;

export const openOn = async (
  page: BrowserPage,
  [width, height]: readonly [number, number],
  url: string,
): Promise<void> => {
  await page.resize(width, height);
  await page.open(url);
  expect(await page.evaluate('innerWidth')).toBe(width);
};

/** The same, with its islands awake. */
export const openAwake = async (
  page: BrowserPage,
  screen: readonly [number, number],
  url: string,
): Promise<void> => {
  await openOn(page, screen, url);
  await untilAwake(page);
};

/** All islands but those that wait to be seen. */
export const untilAwake = ({ until }: BrowserPage): Promise<true> =>
  until(`!document.querySelector('astro-island[ssr]:not([client=visible])')`);

/** For `until` and `evaluate`. */
export const isFocused = (selector: string): string =>
  `document.activeElement.matches('${selector}')`;

/** More than lie before anything that is looked for. */
const MOST_TABS = 40;

/** Goes on by Tab until this has the focus. What has it on the way must be seen to. */
export const tabTo = async ({ press, evaluate }: BrowserPage, selector: string): Promise<void> => {
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    await press(TAB);
    const [is, name, outline] = (await evaluate(`(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
      return [${isFocused(selector)}, document.activeElement.outerHTML.slice(0, 80), outlineStyle !== 'none' && outlineWidth];
    })()`)) as [boolean, string, string | false];
    expect(Number.parseFloat(outline || '0'), name).toBeGreaterThanOrEqual(2);
    if (is) return;
  }
  throw new Error(`no Tab leads to ${selector}`);
};
