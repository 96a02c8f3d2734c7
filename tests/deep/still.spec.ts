import { type Page, expect, test } from '@playwright/test';
import { SESSION, answer, purchaseIs } from '../e2e/answers.ts';
import { PHONE_IF_DEEP } from '../e2e/devices.ts';

const SUCCESS = `/payment-success?session_id=${SESSION}`;
const DOWNLOAD = `/guide-download?session_id=${SESSION}`;

/** How far what was to be seen has moved by itself, and what: web.dev/articles/cls. */
const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        const nodes = entry.sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? 'gone');
        window.shifts?.push(`${entry.value}: ${nodes.join(' | ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** https://wicg.github.io/layout-instability/ */
type LayoutShift = PerformanceEntry & {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
};

declare global {
  interface Window {
    shifts?: string[];
  }
}

/** After two more frames, when what moved last has been reported. */
const shifts = (page: Page): Promise<string[] | undefined> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return window.shifts;
  });

const becomesPaid = async (page: Page): Promise<void> => {
  await purchaseIs(page, 'paid', 'bundle');
  const pending = { status: 'pending', order: null };
  await page.route('**/api/verify-payment', (route) => route.fulfill({ json: pending }), {
    times: 1,
  });
};

const LATE_MS = 300;
const FILES = ['Ages-6-10', 'Ages-11-14', 'Ages-15-18', 'Complete-Bundle'].map((name) => ({
  fileName: `Money-Smart-Kids-${name}.pdf`,
  downloadUrl: `/api/files/${name}`,
}));

/** The bundle's links, which come after the rest of the page. */
const bundleIsReady = async (page: Page): Promise<void> => {
  await purchaseIs(page, 'paid', 'bundle');
  const product = { id: 'bundle', name: 'Complete Bundle', product_type: 'bundle' };
  await answer(page, 'products', { json: { products: [{ ...product, is_active: true }] } });
  await page.route('**/api/secure-file-access', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    await route.fulfill({ json: { files: FILES } });
  });
};

const STATES: readonly (readonly [string, string, (page: Page) => Promise<void>])[] = [
  [SUCCESS, 'Order confirmed', (page) => purchaseIs(page, 'paid')],
  [SUCCESS, 'Your payment is still processing', (page) => purchaseIs(page, 'pending')],
  [SUCCESS, 'Order confirmed', becomesPaid],
  [SUCCESS, 'Your payment didn’t go through', (page) => purchaseIs(page, 'failed')],
  [SUCCESS, 'This order was refunded', (page) => purchaseIs(page, 'refunded')],
  [SUCCESS, 'We can’t see your order yet.', (page) => purchaseIs(page, 'unpaid')],
  ['/payment-success', 'No valid session found.', () => Promise.resolve()],
  [DOWNLOAD, 'Your payment is still processing', (page) => purchaseIs(page, 'pending')],
  [DOWNLOAD, 'Your Guides are Ready!', becomesPaid],
  [DOWNLOAD, 'Money-Smart-Kids-Complete-Bundle.pdf', bundleIsReady],
];

test(
  'nothing moves on the pages where a buyer waits',
  PHONE_IF_DEEP,
  async ({ context, isMobile }) => {
    for (const [path, words, before] of STATES) {
      const page = await context.newPage();
      await page.setViewportSize(
        isMobile ? { width: 375, height: 667 } : { width: 1280, height: 720 },
      );
      await page.route('**/*.woff2', (route) => route.abort()); // see below
      await watchShifts(page);
      await before(page);
      await page.goto(path);
      await expect(page.getByText(words)).toBeVisible();
      expect.soft(await shifts(page), `${path}: ${words}`).toEqual([]);
      await page.close();
    }
  },
);

const STAND_INS = ['FrauncesGeorgia', 'FrauncesNoto', 'FrauncesTimes'];

/** Whether this machine has any of the serifs that src/styles/fallbacks.css knows. */
const hasFallback = (page: Page): Promise<boolean> =>
  page.evaluate(async (standIns) => {
    await Promise.allSettled(standIns.map((name) => document.fonts.load(`600 40px ${name}`)));
    const families = ['monospace', ...standIns.map((name) => `${name}, monospace`)];
    const widths = families.map((family) => {
      const span = document.createElement('span');
      span.style.cssText = `position:absolute;white-space:nowrap;font:600 40px ${family}`;
      span.textContent = 'Allowance day, without the argument';
      document.body.append(span);
      const { width } = span.getBoundingClientRect();
      span.remove();
      return width;
    });
    return new Set(widths).size > 1;
  }, STAND_INS);

const fontsOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2')).length,
  );

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
    const before = (await shifts(page))?.length;
    font.resolve();
    await expect.poll(() => fontsOf(page)).toBe(1);
    await page.evaluate(async () => void (await document.fonts.ready));
    const moved = (await shifts(page))?.slice(before).map((shift) => Number.parseFloat(shift));
    const sum = moved?.reduce((total, value) => total + value, 0);
    expect.soft(sum, path).toBeLessThan(0.01);
    await page.close();
  }
});
