import { type Page, expect, test } from '@playwright/test';
import type { SendReceiptResponse } from '../../src/contract/admin-orders.ts';
import { PRODUCTS } from '../catalogue.ts';
import {
  DOWN,
  NOT_WELL,
  adminShows,
  guidesAre,
  guidesResponse,
  item,
  numberFor,
  orderDetail,
  orderOf,
} from './admin-answers.ts';
import { answer } from './answers.ts';
import { PHONE_IF_DEEP } from './devices.ts';

const row = (page: Page, n: number) =>
  page.locator(`[data-order="${numberFor(n)}"]`).getByRole('link');
const dialog = (page: Page, n: number) => page.getByRole('dialog', { name: numberFor(n) });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The worst that is wrong with the shop. */
const healthLine = (page: Page) => page.getByRole('main').locator('p:has(code)');

test('the list survives a database that is down, grows below the focus, and comes after what is wrong or waits', async ({
  page,
}) => {
  await adminShows(page);
  await answer(page, 'admin/orders', DOWN);
  await page.goto('/admin-orders');
  await expect(page.getByRole('alert')).toContainText('The orders couldn’t be loaded');
  await adminShows(page, { orders: 0 });
  await button(page, 'Try again').press('Enter');
  await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible();
  await expect(healthLine(page)).toHaveCount(0);
  await adminShows(page, { orders: 50 });
  await answer(page, 'health', NOT_WELL);
  await page.reload();
  await expect(page.getByText('25 of 50 orders')).toBeVisible();
  await expect(healthLine(page)).toHaveText(
    'Guide files: Buyers get no file. Run npm run doctor for the next step.',
  );
  const waiting = page.getByRole('region', { name: 'To refund in Stripe' });
  await expect(waiting.getByRole('listitem')).toHaveText([/14 days left$/, /1 day left$/]);
  await waiting.getByRole('link', { name: numberFor(0) }).press('Enter');
  await expect(dialog(page, 0)).toContainText(/Withdrawn on Nov 21, .*Refund in Stripe by Dec 5/);
  await page.keyboard.press('Escape');

  await answer(page, 'admin/orders', DOWN);
  await button(page, 'Show more').press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await adminShows(page, { orders: 50 });
  await button(page, 'Show more').press('Enter');
  await expect(page.getByText('50 of 50 orders')).toBeVisible();
  await expect(row(page, 25)).toBeFocused();
  await expect(button(page, 'Show more')).toHaveCount(0);

  await answer(page, 'admin/orders.csv', DOWN);
  await button(page, 'Download CSV').click();
  await expect(page.getByRole('alert')).toContainText('Please try again in a minute.');

  const report = page.getByRole('region', { name: 'Sales', exact: true });
  await expect(report.getByRole('rowgroup')).toHaveCount(3);
  await button(page, 'Last 12 months').press('Enter');
  const year = report.getByRole('rowgroup').filter({ hasText: 'Last 12 months' });
  await expect(year.getByRole('row')).toHaveCount(1 + PRODUCTS.length + 1);
  await expect(report.getByRole('link', { name: /in Stripe$/ })).toHaveAttribute('href', /stripe/);
});

const WALK =
  'the address has the open order and no key, a refused receipt keeps what was typed, and a search lists what it finds';
test(WALK, PHONE_IF_DEEP, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await adminShows(page);
  await page.goto('/admin-orders');
  await row(page, 3).press('Enter');
  const dispute = dialog(page, 3).getByText(/^Dispute: needs response by Dec 11, /);
  await expect(dispute).toBeVisible();
  const link = dialog(page, 3).getByRole('link', { name: 'Open in Stripe' });
  await expect(link).toHaveAttribute('href', orderDetail(3).stripe_url ?? '');
  await page.keyboard.press('Escape');
  await expect(row(page, 3)).toBeFocused();
  await expect(page).toHaveURL(/\/admin-orders$/);
  await row(page, 4).press('Enter');
  await page.reload();
  await expect(dialog(page, 4)).toContainText('On hold');
  await button(page, 'Copy the download page').click();
  await expect(dialog(page, 4).getByRole('status').getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/guide-download?');
  await answer(page, `admin/orders/${numberFor(4)}/access`, DOWN);
  await button(page, 'Open downloads').press('Enter');
  await page.keyboard.press('Enter');
  await expect(dialog(page, 4).getByRole('alert')).toContainText('Please try again');
  await expect(button(page, 'Open downloads')).toBeFocused();
  const [outcome, reason] = ['refused', 'invalid_to_address'] as const;
  const json: SendReceiptResponse = { outcome, reason, order: orderDetail(4) };
  await answer(page, `admin/orders/${numberFor(4)}/receipt`, { json });
  const receipt = dialog(page, 4).getByRole('region', { name: 'Receipt' });
  await receipt.getByLabel('To another address').fill('nobody@example.com');
  await page.keyboard.press('Enter');
  await expect(receipt.getByRole('alert')).toHaveText(`The receipt was refused: ${reason}.`);
  await expect(receipt.getByLabel('To another address')).toHaveValue('nobody@example.com');
  await button(page, 'Close').click();
  await expect(dialog(page, 4)).toBeHidden();

  const search = page.getByRole('search');
  const find = async (query: string, ...found: number[]): Promise<void> => {
    await answer(page, 'admin/find-order', { json: { orders: found.map(orderOf) } });
    await page.getByLabel('Find an order').fill(query);
    await page.keyboard.press('Enter');
  };
  await find('nobody@example.com');
  await expect(search.getByText('No orders match “nobody@example.com”.')).toBeVisible();
  await find('jane@example.com', 4, 8);
  await expect(search.getByText('2 orders match.')).toBeVisible();
  await search.getByRole('link', { name: numberFor(8) }).press('Enter');
  await expect(dialog(page, 8)).toBeVisible();
  await page.keyboard.press('Escape');
  await find('7Kq2Zx9w', 5);
  await expect(dialog(page, 5)).toBeVisible();
  expect(page.url()).not.toContain('jane');
  expect(asked.filter((url) => url.includes('cs_test'))).toEqual([]);
});

test('the owner reads how many buyers are still to get it, and stops', async ({ page }) => {
  const begun = { begun_at: '2026-11-20T09:30:00.000Z', buyers: 1204, paused_until: null };
  const withLeft = (left: number) => guidesResponse({ announcement: { ...begun, left } });
  await guidesAre(page);
  await answer(page, 'health', NOT_WELL);
  await answer(page, 'admin/guides', { json: withLeft(892) });
  const asked: unknown[] = [];
  await page.route('**/api/admin/guides/*/announce', (route) => {
    asked.push(route.request().postDataJSON());
    return route.fulfill({ json: withLeft(0).products[0] });
  });
  await page.goto('/admin-upload');
  await expect(healthLine(page)).toBeVisible();
  await expect(item(page)).toContainText('Emailing past buyers: 892 of 1,204 left.');
  await item(page).getByRole('button', { name: 'Stop' }).press('Enter');
  await page.keyboard.press('Enter');
  await expect(item(page)).toContainText('Emails to past buyers: none left.');
  expect(asked).toEqual([{ action: 'stop', edition: 'current' }]);
  await expect(item(page).locator('[data-announcement]')).toBeFocused();
});
