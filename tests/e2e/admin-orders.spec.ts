import { type Page, expect, test } from '@playwright/test';
import { PRODUCTS } from '../catalogue.ts';
import { DOWN, adminShows, numberFor, orderDetail } from './admin-answers.ts';
import { answer } from './answers.ts';
import { PHONE_IF_DEEP } from './devices.ts';

const row = (page: Page, n: number) => page.getByRole('link', { name: numberFor(n), exact: true });
const dialog = (page: Page, n: number) => page.getByRole('dialog', { name: numberFor(n) });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('the list survives a database that is down, and grows where the focus goes on', async ({
  page,
}) => {
  await adminShows(page);
  for (const name of ['report', 'orders']) await answer(page, `admin/${name}`, DOWN);
  await page.goto('/admin-orders');
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expect(page.getByText('Nothing is lost')).toBeVisible();
  await adminShows(page, { orders: 0 });
  await button(page, 'Try again').press('Enter');
  await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible();
  await adminShows(page, { orders: 50 });
  await page.reload();
  await expect(page.getByText('25 of 50 orders')).toBeVisible();

  await answer(page, 'admin/orders', DOWN);
  await button(page, 'Show more').press('Enter');
  await expect(button(page, 'Try again')).toBeFocused();
  await adminShows(page, { orders: 50 });
  await page.keyboard.press('Enter');
  await expect(page.getByText('50 of 50 orders')).toBeVisible();
  await expect(row(page, 25)).toBeFocused();
  await expect(button(page, 'Show more')).toHaveCount(0);

  const books = page.getByRole('region', { name: 'For your books' });
  await answer(page, 'admin/orders', DOWN);
  await books.getByRole('button', { name: 'Download' }).click();
  await expect(books.getByRole('alert')).toContainText('The file couldn’t be downloaded.');
});

const WALK = 'the report adds up more on a press, and the address holds the open order and no key';
test(WALK, PHONE_IF_DEEP, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await adminShows(page);
  await page.goto('/admin-orders');
  const report = page.getByRole('region', { name: 'Sales', exact: true });
  await expect(report.getByRole('rowgroup')).toHaveCount(3);
  await expect(report.locator('figure rect')).toHaveCount(30);
  await button(page, 'Show the last 12 months').press('Enter');
  const year = report.getByRole('rowgroup').filter({ hasText: 'Last 12 months' });
  await expect(year.getByRole('row')).toHaveCount(1 + PRODUCTS.length + 1);
  await expect(report.getByRole('link', { name: /in Stripe$/ })).toHaveAttribute('href', /stripe/);

  await row(page, 4).press('Enter');
  await expect(dialog(page, 4).getByText('Dispute opened', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row(page, 4)).toBeFocused();
  await page.goForward();
  await page.reload();
  await expect(dialog(page, 4).getByText('Dispute opened', { exact: true })).toBeVisible();
  await button(page, 'Copy the buyer’s download page').click();
  await expect(dialog(page, 4).getByRole('status').getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/guide-download?');
  await answer(page, `admin/orders/${numberFor(4)}`, DOWN);
  for (let press = 0; press < 2; press += 1) await button(page, 'Unblock').press('Enter');
  await expect(dialog(page, 4).getByRole('alert')).toContainText('Nothing changed.');
  await adminShows(page);
  await button(page, 'Close').click();
  await expect(dialog(page, 4)).toBeHidden();
  await expect(page).toHaveURL(/\/admin-orders$/);

  const found = { order: orderDetail(4), others: [numberFor(8)] };
  await answer(page, 'admin/find-order', { json: found });
  await page.getByLabel('Find an order').fill('jane@example.com');
  await page.keyboard.press('Enter');
  await dialog(page, 4).getByText('Paid', { exact: true }).press('Enter');
  await expect(dialog(page, 4).getByText('checkout.session.completed')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page, 4)).toBeHidden(); // the browser goes back in its own time
  await page
    .getByRole('search')
    .getByRole('link', { name: numberFor(8) })
    .press('Enter');
  await expect(dialog(page, 8)).toBeVisible();
  expect(page.url()).not.toContain('jane');
  expect(asked.filter((url) => url.includes('cs_test'))).toEqual([]);
});

test('an order says until when to answer a dispute, and that a refund is due, in Stripe', async ({
  page,
}) => {
  await adminShows(page);
  const open = (n: number) => page.goto(`/admin-orders#order=${numberFor(n)}`);
  await open(3);
  await expect(
    dialog(page, 3).getByText(/^Dispute opened\. Answer by Dec 11, .* in Stripe\.$/),
  ).toBeVisible();
  const link = dialog(page, 3).getByRole('link', { name: 'Open in Stripe' });
  await expect(link).toHaveAttribute('href', orderDetail(3).stripe_url ?? '');
  await open(0);
  await expect(
    dialog(page, 0).getByText(/^Withdrawn on Nov 21, .* refund in Stripe\.$/),
  ).toBeVisible();
});
