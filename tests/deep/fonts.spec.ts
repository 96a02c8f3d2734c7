import { type Page, expect, test } from '@playwright/test';
import { SESSION, purchaseIs } from '../e2e/answers.ts';

const SUCCESS = `/payment-success?session_id=${SESSION}`;
const DOWNLOAD = `/guide-download?session_id=${SESSION}`;

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

/** How far the page moved once the font had come, as the Layout Instability API counts it. */
const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const fonts = performance
          .getEntriesByType('resource')
          .filter((entry) => entry.name.endsWith('.woff2'));
        const cameAt = Math.min(...fonts.map((entry) => entry.startTime + entry.duration));
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            if ('value' in entry && entry.startTime >= cameAt) sum += Number(entry.value);
          }
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 200);
      }),
  );

for (const [path, width] of ['/', '/guide-1', '/about', '/faqs', SUCCESS, DOWNLOAD].flatMap(
  (at) => [[at, 375] as const, [at, 1280] as const],
)) {
  test(`nothing on ${path} moves at ${width} px when the heading font comes late`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 812 });
    await page.route('**/*.woff2', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await purchaseIs(page, 'paid');
    await page.goto(path);
    const came = (): Promise<number> =>
      page.evaluate(
        () =>
          performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2'))
            .length,
      );
    await expect.poll(came).toBe(1);
    await page.evaluate(async () => void (await document.fonts.ready));
    test.skip(!(await hasFallback(page)), 'No serif is installed that stands in for Fraunces.');
    expect(await shiftOf(page)).toBeLessThan(0.01);
  });
}

const fonts = (page: Page): Promise<readonly PerformanceEntry[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .map((entry) => entry.toJSON() as PerformanceEntry),
  );

test('the heading font is fetched after the first paint, once', async ({ page }) => {
  await page.goto('/about');
  await expect.poll(async () => (await fonts(page)).length).toBe(1);
  const painted = () =>
    page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  const [first] = await fonts(page);
  expect(first?.startTime).toBeGreaterThan((await painted()) ?? Infinity);
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQs' }).click();
  await page.waitForURL('/faqs');
  await expect.poll(async () => (await fonts(page)).length).toBe(1);
  const loaded = () => page.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON());
  const [next] = await fonts(page);
  expect(next?.startTime).toBeLessThan((await loaded()).domContentLoadedEventStart);
  expect(next && 'transferSize' in next && next.transferSize).toBe(0); // kept by the browser
});

test('without scripts the heading font comes with the page', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const font = page.waitForRequest((request) => request.url().endsWith('.woff2'));
  await page.goto('/about');
  await font;
  await context.close();
});
