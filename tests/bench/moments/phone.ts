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

/** When a request left, or its answer began, in the same milliseconds. */
type Seen = { readonly kind: 'sent' | 'answered'; readonly url: string; readonly at: number };

export type Phone = {
  readonly page: Page;
  /** Puts a finger on the middle of it; answers when it was lifted. */
  readonly tap: (selector: string) => Promise<number>;
  /** The first of a kind whose address matches, from now on or before. */
  readonly seen: (kind: Seen['kind'], url: RegExp) => Promise<number>;
};

const watch = async (session: CDPSession): Promise<Phone['seen']> => {
  const all: Seen[] = [];
  const waiting: { kind: Seen['kind']; url: RegExp; found: (at: number) => void }[] = [];
  const add = (one: Seen): void => {
    all.push(one);
    for (const { kind, url, found } of waiting) {
      if (kind === one.kind && url.test(one.url)) found(one.at);
    }
  };
  // The browser's own clock begins anywhere; each request tells both.
  let offset = 0;
  session.on('Network.requestWillBeSent', ({ request, wallTime, timestamp }) => {
    offset = wallTime - timestamp;
    add({ kind: 'sent', url: request.url, at: wallTime * 1000 });
  });
  session.on('Network.responseReceived', ({ response, timestamp }) =>
    add({ kind: 'answered', url: response.url, at: (timestamp + offset) * 1000 }),
  );
  await session.send('Network.enable');
  return (kind, url) => {
    const before = all.find((one) => one.kind === kind && url.test(one.url));
    if (before) return Promise.resolve(before.at);
    const { promise, resolve } = Promise.withResolvers<number>();
    waiting.push({ kind, url, found: resolve });
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
    const seen = await watch(session);
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
    return await use({ page, tap, seen });
  } finally {
    await context.close();
  }
};
