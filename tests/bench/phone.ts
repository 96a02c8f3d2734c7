import { type Browser, type Page, devices } from '@playwright/test';
import { now } from './measure.ts';

/** A slow phone on a slow connection: Chromium's own throttling, the same for every page. */
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
export const ROUND_TRIP_MS = LINE.latency;
const SLOWER = 4;
const FINGER_MS = 60;

export type Phone = {
  readonly page: Page;
  /** Puts a finger on the middle of it; answers when it was lifted. */
  readonly tap: (selector: string) => Promise<number>;
};

/** A phone that has never been here. */
export const withPhone = async <T>(
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
