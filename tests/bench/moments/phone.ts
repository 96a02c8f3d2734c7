import { type Browser, type CDPSession, type Page, devices } from '@playwright/test';

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

/** Milliseconds since 1970, as exact as the machine has them. */
export const now = (): number => performance.timeOrigin + performance.now();

export type Phone = {
  readonly page: Page;
  /** Puts a finger on the middle of it; answers when it was lifted. */
  readonly tap: (selector: string) => Promise<number>;
  /** When the first answer began whose address matches, from now on or before. */
  readonly answered: (url: RegExp) => Promise<number>;
};

const watch = async (session: CDPSession): Promise<Phone['answered']> => {
  const all: { readonly url: string; readonly at: number }[] = [];
  const waiting: { readonly url: RegExp; readonly found: (at: number) => void }[] = [];
  // The browser's own clock begins anywhere; each request tells both.
  let offset = 0;
  session.on('Network.requestWillBeSent', ({ wallTime, timestamp }) => {
    offset = wallTime - timestamp;
  });
  session.on('Network.responseReceived', ({ response, timestamp }) => {
    const at = (timestamp + offset) * 1000;
    all.push({ url: response.url, at });
    for (const { url, found } of waiting) if (url.test(response.url)) found(at);
  });
  await session.send('Network.enable');
  return (url) => {
    const before = all.find((one) => url.test(one.url));
    if (before) return Promise.resolve(before.at);
    const { promise, resolve } = Promise.withResolvers<number>();
    waiting.push({ url, found: resolve });
    return promise;
  };
};

/** A phone that has never been here. */
export const withPhone = async <T>(
  browser: Browser,
  javaScriptEnabled: boolean,
  use: (phone: Phone) => Promise<T>,
): Promise<T> => {
  const context = await browser.newContext({ ...devices['Pixel 7'], javaScriptEnabled });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const answered = await watch(session);
    await session.send('Network.emulateNetworkConditions', LINE);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const tap = async (selector: string): Promise<number> => {
      const target = page.locator(selector).first();
      await target.scrollIntoViewIfNeeded();
      const box = await target.boundingBox();
      if (!box) throw new Error(`${selector} is not to be seen`);
      const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
      await new Promise((resolve) => setTimeout(resolve, FINGER_MS));
      const lifted = now();
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      return lifted;
    };
    return await use({ page, tap, answered });
  } finally {
    await context.close();
  }
};
