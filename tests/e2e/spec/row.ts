import {
  type BrowserContextOptions,
  type Locator,
  type Page,
  devices,
  expect,
} from '@playwright/test';
import { answer } from '../answers.ts';

/** Where a row of the table is looked at. Rows that name the very same scene share one page. */
export type Scene = {
  readonly path: string;
  /** Instead of the device that the project emulates. */
  readonly device?: BrowserContextOptions;
  /** What is set up before the page is opened. */
  readonly before?: (page: Page) => Promise<unknown>;
};

/** One thing that SPEC.md says, and how it shows. */
export type Row = {
  readonly section: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
  readonly says: string;
  readonly at: Scene;
  readonly check: (page: Page) => Promise<unknown>;
};

export const on = (path: string, more: Omit<Scene, 'path'> = {}): Scene => ({ path, ...more });

const looked = new Map<string, Scene>();

/** A page that is only looked at: all rows that look at it share it. No buyer is ever verified on it. */
export const looking = (path: string): Scene => {
  const scene =
    looked.get(path) ?? on(path, { before: (page) => answer(page, 'verify-payment', 'never') });
  looked.set(path, scene);
  return scene;
};

/** A browser of a computer, so many pixels wide, whatever device the project emulates. */
export const desktop = (width: number): BrowserContextOptions => ({
  userAgent: devices['Desktop Chrome'].userAgent,
  viewport: { width, height: 800 },
  deviceScaleFactor: 1,
  isMobile: false,
  hasTouch: false,
});

/** A phone's browser on a screen so many pixels wide. */
export const phone = (width: number): BrowserContextOptions => ({
  userAgent: devices['Pixel 7'].userAgent,
  viewport: { width, height: 800 },
  deviceScaleFactor: 1,
  isMobile: true,
  hasTouch: true,
});

/** The part of the page with that words for its heading. */
export const part = (page: Page, id: string): Locator =>
  page.locator(`section[aria-labelledby="${id}"]`);

export const leadsTo = (link: Locator, path: string): Promise<void> =>
  expect(link).toHaveAttribute('href', path);

const toasts = (page: Page): Locator => page.locator('[data-sonner-toast]');

/** A toast with exactly these words is shown. */
export const toastSays = async (page: Page, title: string, words?: string): Promise<Locator> => {
  const toast = toasts(page).filter({ has: page.getByText(title, { exact: true }) });
  const told =
    words === undefined ? toast : toast.filter({ has: page.getByText(words, { exact: true }) });
  await expect(told).toBeVisible();
  return told;
};

export const noToast = (page: Page): Promise<void> => expect(toasts(page)).toHaveCount(0);

/** What the page sends to one function while `act` runs. */
export const sentTo = async (
  page: Page,
  name: string,
  act: () => Promise<unknown>,
): Promise<unknown> => {
  const request = page.waitForRequest((sent) => new URL(sent.url()).pathname === `/api/${name}`);
  await act();
  return (await request).postDataJSON();
};
