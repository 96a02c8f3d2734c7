import {
  type BrowserContextOptions,
  type Locator,
  type Page,
  devices,
  expect,
} from '@playwright/test';
import { answer } from '../answers.ts';

/** Where a row of the table is checked. Rows that name the very same scene share one page. */
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

export const row = (
  section: Row['section'],
  says: string,
  at: Scene,
  check: Row['check'],
): Row => ({ section, says, at, check });

export const on = (path: string, more: Omit<Scene, 'path'> = {}): Scene => ({ path, ...more });

const viewed = new Map<string, Scene>();

/** A page that is only read: all rows about it share it. No buyer is ever verified on it. */
export const viewing = (path: string): Scene => {
  const scene =
    viewed.get(path) ?? on(path, { before: (page) => answer(page, 'verify-payment', 'never') });
  viewed.set(path, scene);
  return scene;
};

const device =
  (like: 'Desktop Chrome' | 'Pixel 7') =>
  (width: number): BrowserContextOptions => ({
    userAgent: devices[like].userAgent,
    viewport: { width, height: 800 },
    deviceScaleFactor: 1,
    isMobile: like === 'Pixel 7',
    hasTouch: like === 'Pixel 7',
  });

/** A computer's or a phone's browser, so many pixels wide, whatever device the project emulates. */
export const desktop = device('Desktop Chrome');
export const phone = device('Pixel 7');

/** The part of the page with that words for its heading. */
export const part = (page: Page, id: string): Locator =>
  page.locator(`section[aria-labelledby="${id}"]`);

/** A page has a part with that words for its heading, and in it so many of what a selector finds. */
export const hasSection = (
  at: Scene,
  id: string,
  what: string,
  inside: string,
  count: number,
): Row => ({
  section: 2,
  says: `${at.path} has ${what}`,
  at,
  check: async (page) => {
    await expect(part(page, id).getByRole('heading', { level: 2 })).toBeVisible();
    await expect(part(page, id).locator(inside)).toHaveCount(count);
  },
});

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
