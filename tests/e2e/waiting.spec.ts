import { type Page, expect, test } from '@playwright/test';
import { SESSION, answer, purchaseIs } from './answers.ts';

const SUCCESS = `/payment-success?session_id=${SESSION}`;
const DOWNLOAD = `/guide-download?session_id=${SESSION}`;

/** What the page asks about its payment, in order. */
const watchChecks = (page: Page): string[] => {
  const checks: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/verify-payment')) checks.push(request.postData() ?? '');
  });
  return checks;
};

for (const [path, words] of [
  [SUCCESS, 'Order confirmed'],
  [DOWNLOAD, 'Your Guide is Ready!'],
] as const) {
  test(`${path} asks before its scripts have come, once, and uses what it hears`, async ({
    page,
  }) => {
    const checks = watchChecks(page);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/_astro/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await purchaseIs(page, 'paid');
    const answered = page.waitForResponse('**/api/verify-payment');
    await page.goto(path, { waitUntil: 'commit' });
    const request = (await answered).request();
    expect(await page.locator('astro-island[ssr]').count()).toBeGreaterThan(0);
    expect(checks).toEqual([JSON.stringify({ sessionId: SESSION })]);
    expect((await request.allHeaders())['referer']).toBeUndefined();
    release();
    await expect(page.getByText(words)).toBeVisible();
    expect(checks).toHaveLength(1);
  });
}

test('a first question that fails is asked again, and nothing else is said of it', async ({
  page,
}) => {
  const checks = watchChecks(page);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await purchaseIs(page, 'paid');
  await page.route('**/api/verify-payment', (route) => route.abort(), { times: 1 });
  await page.goto(DOWNLOAD);
  await expect(page.getByText('Your Guide is Ready!')).toBeVisible();
  expect(checks).toHaveLength(2);
  expect(errors).toEqual([]);
});

test('an address without a session asks nothing', async ({ page }) => {
  const checks = watchChecks(page);
  await page.goto('/payment-success');
  await expect(page.getByText('This address names no order.')).toBeVisible();
  expect(checks).toEqual([]);
});

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
    await route.fulfill({ json: { files: FILES, archive: FILES[0] } });
  });
};

const STATES: readonly (readonly [string, string, (page: Page) => Promise<void>])[] = [
  [SUCCESS, 'Order confirmed', (page) => purchaseIs(page, 'paid')],
  [SUCCESS, 'Your payment is still being processed', (page) => purchaseIs(page, 'pending')],
  [SUCCESS, 'Order confirmed', becomesPaid],
  [SUCCESS, 'The payment did not go through', (page) => purchaseIs(page, 'failed')],
  [SUCCESS, 'This order was refunded', (page) => purchaseIs(page, 'refunded')],
  [SUCCESS, 'We cannot see your order yet.', (page) => purchaseIs(page, 'unpaid')],
  ['/payment-success', 'This address names no order.', () => Promise.resolve()],
  [DOWNLOAD, 'Your payment is still being processed', (page) => purchaseIs(page, 'pending')],
  [DOWNLOAD, 'Your Guide is Ready!', becomesPaid],
  [DOWNLOAD, 'Money-Smart-Kids-Complete-Bundle.pdf', bundleIsReady],
];

test('nothing moves on the pages where a buyer waits, whatever becomes of the payment', async ({
  context,
  isMobile,
}) => {
  for (const [path, words, before] of STATES) {
    const page = await context.newPage();
    await page.setViewportSize(
      isMobile ? { width: 375, height: 667 } : { width: 1280, height: 720 },
    );
    await watchShifts(page);
    await before(page);
    await page.goto(path);
    await expect(page.getByText(words)).toBeVisible();
    expect(await shifts(page), `${path}: ${words}`).toEqual([]);
    await page.close();
  }
});
