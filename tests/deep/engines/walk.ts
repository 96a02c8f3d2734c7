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

export const BUY = 'form[data-buy] button';

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

/** For `until` and `evaluate`. */
export const isFocused = (selector: string): string =>
  `document.activeElement.matches('${selector}')`;
