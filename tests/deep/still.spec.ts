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
    await page.route('**/*.woff2', (route) => route.abort()); // its fallback has the same metrics
    await watchShifts(page);
    await before(page);
    await page.goto(path);
    await expect(page.getByText(words)).toBeVisible();
    expect.soft(await shifts(page), `${path}: ${words}`).toEqual([]);
    await page.close();
  }
});
