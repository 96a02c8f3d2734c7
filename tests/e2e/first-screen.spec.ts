import { expect, test } from '@playwright/test';
import { PRODUCTS, priceOf } from '../catalog.ts';
import { waitForPrintStyles } from './parent.ts';

// These pages need no script.
test.use({ javaScriptEnabled: false });

test('shows the price beside the first button without scrolling on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto('/');
  const hero = page.getByRole('main').locator('section').first();
  const button = hero.getByRole('button', { name: 'Get the Bundle' });
  const price = hero.getByText(priceOf('bundle'), { exact: true });
  for (const part of [button, price]) await expect(part).toBeInViewport({ ratio: 1 });
  const buttonBox = await button.boundingBox();
  const priceBox = await price.boundingBox();
  if (!buttonBox || !priceBox) throw new Error('The button or its price is not shown.');
  expect(priceBox.x).toBeGreaterThanOrEqual(buttonBox.x + buttonBox.width);
  expect(priceBox.y).toBeLessThan(buttonBox.y + buttonBox.height);
});

test('shows the hero’s plants and buttons without scrolling on the smallest phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto('/');
  const hero = page.getByRole('main').locator('section').first();
  for (const part of [
    page.locator('.plants'),
    hero.getByRole('heading', { level: 1 }),
    hero.getByRole('button', { name: 'Get the Bundle' }),
    hero.getByText(priceOf('bundle'), { exact: true }),
    hero.getByRole('link', { name: 'Shop Individual Guides' }),
  ]) {
    await expect(part).toBeInViewport({ ratio: 1 });
  }
});

test('aligns the printable labels of the free lesson with its text', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/lesson');
  const text = await page.locator('[aria-labelledby="read"]').boundingBox();
  const heading = await page.locator('#labels').boundingBox();
  const picture = await page.locator('.labels > img').boundingBox();
  if (!text || !heading || !picture) throw new Error('The lesson has no labels.');
  expect(heading.x).toBeCloseTo(text.x, 0);
  expect(picture.x + picture.width).toBeCloseTo(text.x + text.width, 0);
});

test('shows gift cards with headings but no print button without JavaScript', async ({ page }) => {
  await page.goto('/present');
  const headings = page.getByRole('article').getByRole('heading', { level: 2 });
  await expect(headings).toHaveCount(PRODUCTS.filter(({ is_active }) => is_active).length);
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
});

test('links to the print styles without JavaScript', async ({ page }) => {
  await page.goto('/guide-1');
  await expect(page.locator('link[media="print"]')).toHaveCount(1);
});

test.describe('with JavaScript', () => {
  test.use({ javaScriptEnabled: true });

  test('requests the print styles only after the page has loaded', async ({ page }) => {
    await page.goto('/guide-1');
    await expect(page.locator('link[media="print"]')).toHaveCount(1);
    await waitForPrintStyles(page);
    const { loaded, requested } = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation');
      const styles = performance
        .getEntriesByType('resource')
        .find(({ name }) => name.includes('/print.'));
      return {
        loaded: navigation instanceof PerformanceNavigationTiming ? navigation.loadEventStart : NaN,
        requested: styles?.startTime,
      };
    });
    expect(requested).toBeGreaterThanOrEqual(loaded);
  });

  test('opens the print dialog for the gift cards with JavaScript', async ({ page }) => {
    await page.addInitScript(() => {
      window.print = () => document.body.setAttribute('data-printed', '');
    });
    await page.goto('/present');
    await page.getByRole('main').getByRole('button', { name: 'Print' }).click();
    await expect(page.locator('[data-printed]')).toBeVisible();
  });
});

test('reserves the width of the creator’s picture while it loads', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 1400 });
  await page.route(/\/creator\./, () => new Promise(() => {})); // never responds
  await page.goto('/lesson', { waitUntil: 'domcontentloaded' });
  const picture = page.locator('main p:has(> img) > img').first();
  expect((await picture.boundingBox())?.width).toBe(40);
});
