import { type Page, expect, test } from '@playwright/test';
import { ORDERS, PRODUCTS, productOf } from '../catalogue.ts';
import { SESSION, purchaseIs } from '../e2e/answers.ts';
import { PHONE_IF_DEEP } from '../e2e/devices.ts';

const SUCCESS = `/payment-success?session_id=${SESSION}`;
const DOWNLOAD = `/guide-download?session_id=${SESSION}`;

declare global {
  var shifts: number[];
}

/** Notes how far visible content moves by itself: web.dev/articles/cls. */
const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) globalThis.shifts.push(Reflect.get(shift, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** After three more frames, when the last shift has been reported. */
const shifts = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return globalThis.shifts;
  });

const becomesPaid = async (page: Page): Promise<void> => {
  await purchaseIs(page, 'paid', 'bundle');
  const json = { status: 'pending', order: null };
  await page.route('**/api/verify-payment', (route) => route.fulfill({ json }), { times: 1 });
};

const FILES = PRODUCTS.map(({ id, file_name: fileName }) => ({ fileName, downloadUrl: `/${id}` }));

const STATES: readonly (readonly [string, string, (page: Page) => Promise<void>])[] = [
  [SUCCESS, 'Order confirmed', (page) => purchaseIs(page, 'paid')],
  [SUCCESS, ORDERS.pending.text, (page) => purchaseIs(page, 'pending')],
  [SUCCESS, 'Order confirmed', becomesPaid],
  [SUCCESS, ORDERS.failed.heading, (page) => purchaseIs(page, 'failed')],
  [SUCCESS, ORDERS.refunded.heading, (page) => purchaseIs(page, 'refunded')],
  [SUCCESS, ORDERS.notSeen.text, (page) => purchaseIs(page, 'unpaid')],
  ['/payment-success', 'No valid session found.', () => Promise.resolve()],
  [DOWNLOAD, ORDERS.pending.text, (page) => purchaseIs(page, 'pending')],
  [DOWNLOAD, 'Your Guide is Ready!', becomesPaid],
  [DOWNLOAD, productOf('bundle').file_name, (page) => purchaseIs(page, 'paid', 'bundle', FILES)],
];

test('nothing moves on the pages where a buyer waits', PHONE_IF_DEEP, async ({ context }) => {
  for (const [path, words, before] of STATES) {
    const page = await context.newPage();
    await page.route('**/*.woff2', (route) => route.abort()); // see below
    await watchShifts(page);
    await before(page);
    await page.goto(path);
    await expect(page.getByText(words)).toBeVisible();
    expect.soft(await shifts(page), `${path}: ${words}`).toEqual([]);
    await page.close();
  }
});

/** Whether this machine has any of the serifs that src/styles/fallbacks.css knows. */
const hasFallback = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const names = ['FrauncesGeorgia', 'FrauncesNoto', 'FrauncesTimes'];
    const loads = names.map((name) => document.fonts.load(`600 40px ${name}`));
    const loaded = await Promise.allSettled(loads);
    return loaded.some(({ status }) => status === 'fulfilled');
  });

test('nothing that can be seen moves when the heading font comes late', async ({ context }) => {
  for (const path of ['/', '/guide-1', '/about', '/faqs', SUCCESS, DOWNLOAD]) {
    const page = await context.newPage();
    await page.setViewportSize({ width: 375, height: 812 });
    const font = Promise.withResolvers<void>();
    await page.route('**/*.woff2', async (route) => {
      await font.promise;
      await route.continue();
    });
    await purchaseIs(page, 'paid');
    await watchShifts(page);
    const asked = page.waitForRequest('**/*.woff2');
    await page.goto(path, { waitUntil: 'commit' });
    await asked;
    test.skip(!(await hasFallback(page)), 'No serif is installed that stands in for Fraunces.');
    const before = (await shifts(page)).length;
    font.resolve();
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('.woff2')),
    );
    await page.evaluate(async () => void (await document.fonts.ready));
    const moved = (await shifts(page)).slice(before);
    const sum = moved.reduce((total, shift) => total + shift, 0);
    expect.soft(sum, path).toBeLessThan(0.01);
    await page.close();
  }
});
