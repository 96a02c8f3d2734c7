import { expect, test } from '@playwright/test';
import { PRODUCTS } from '../catalog.ts';
import { adminShows } from './admin-answers.ts';
import { DEEP_ONLY } from './devices.ts';

test('shows the net of each row on a phone without scrolling sideways', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await adminShows(page);
  await page.goto('/admin-orders');
  for (const name of ['Sales by product', 'Orders by code']) {
    const table = page.getByRole('region', { name });
    await expect(table.getByRole('cell', { name: /^Net \$/ }).first()).toBeVisible();
    const rightEdges = await table
      .locator('td:last-child')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right));
    expect(Math.max(...rightEdges), name).toBeLessThanOrEqual(375);
    expect(await table.evaluate((scroller) => scroller.scrollWidth - scroller.clientWidth)).toBe(0);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
});

test('adds the last 12 months to both tables on request', DEEP_ONLY, async ({ page }) => {
  await adminShows(page);
  await page.goto('/admin-orders');
  const sales = page.getByRole('region', { name: 'Sales', exact: true });
  await expect(sales.getByRole('link', { name: /in Stripe$/ })).toHaveAttribute('href', /stripe/);
  const years = sales.getByRole('rowgroup').filter({ hasText: 'Last 12 months' });
  await expect(years).toHaveCount(0);
  await page.getByRole('button', { name: 'Last 12 months' }).press('Enter');
  await expect(years.first().getByRole('row')).toHaveCount(1 + PRODUCTS.length + 1);
  await expect(years.last().getByRole('row')).toHaveText([/^Last 12 months/, /^SPRING/]);
});
