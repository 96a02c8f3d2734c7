import { expect, test } from '@playwright/test';
import { PRODUCTS } from '../catalog.ts';
import { mockOrdersPage } from './admin-answers.ts';
import { DEEP_ONLY } from './devices.ts';

test('fits the report’s net amounts into the width of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await mockOrdersPage(page);
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

test(
  'adds the last 12 months to both tables of the report on request',
  DEEP_ONLY,
  async ({ page }) => {
    await mockOrdersPage(page);
    await page.goto('/admin-orders');
    const sales = page.getByRole('region', { name: 'Sales', exact: true });
    await expect(sales.getByRole('link', { name: /in Stripe$/ })).toHaveAttribute('href', /stripe/);
    const lastYear = sales.getByRole('rowgroup').filter({ hasText: 'Last 12 months' });
    await expect(lastYear).toHaveCount(0);
    await page.getByRole('button', { name: 'Last 12 months' }).press('Enter');
    await expect(lastYear.first().getByRole('row')).toHaveCount(1 + PRODUCTS.length + 1);
    await expect(lastYear.last().getByRole('row')).toHaveText([/^Last 12 months/, /^SPRING/]);
  },
);
