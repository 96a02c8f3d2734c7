import { type Page, expect, test } from '@playwright/test';

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
