import { type Page, expect, test } from '@playwright/test';
import { answer } from './answers.ts';
import { DOWN, deskShows, numberFor } from './desk-answers.ts';

const row = (page: Page, n: number) => page.getByRole('link', { name: numberFor(n), exact: true });
const sheet = (page: Page, n: number) => page.getByRole('dialog', { name: numberFor(n) });

test('more orders come below, and the keyboard goes on from where it was', async ({ page }) => {
  await deskShows(page, { orders: 60 });
  await page.goto('/admin-orders');
  await expect(page.getByText('25 of 60 orders')).toBeVisible();
  const more = page.getByRole('button', { name: 'Show more' });
  await more.press('Enter');
  await expect(page.getByText('50 of 60 orders')).toBeVisible();
  await expect(more).toBeFocused();
  const before = await page.evaluate(() => window.scrollY);
  await more.press('Enter');
  await expect(page.getByText('60 of 60 orders')).toBeVisible();
  await expect(more).toHaveCount(0);
  await expect(row(page, 50)).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
  const numbers = await page
    .locator('[data-order]')
    .evaluateAll((rows) => rows.map((one) => one.getAttribute('data-order')));
  expect(numbers).toEqual(Array.from({ length: 60 }, (_, n) => numberFor(n)));
});

test('an order opens and closes by keyboard, by Back and by reload, and its key is in no address', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await deskShows(page);
  await page.goto('/admin-orders?range=90');
  await row(page, 4).press('Enter');
  await expect(sheet(page, 4).getByText('Dispute opened')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet(page, 4)).toBeHidden();
  await expect(row(page, 4)).toBeFocused();
  await page.goForward();
  await expect(sheet(page, 4)).toBeVisible();
  await page.reload();
  await expect(sheet(page, 4)).toBeVisible();
  await page.goBack();
  await expect(sheet(page, 4)).toBeHidden();
  await page.goForward();
  await sheet(page, 4).getByRole('button', { name: 'Close' }).click();
  await expect(sheet(page, 4)).toBeHidden();
  await expect(page).toHaveURL(/\/admin-orders\?range=90$/);
  expect(asked.filter((url) => url.includes('cs_test'))).toEqual([]);
});

test('the time of the sums stays after a reload, and the chart and its tables say the same', async ({
  page,
}) => {
  await deskShows(page);
  await page.goto('/admin-orders');
  await page.getByRole('radio', { name: '90 days' }).check({ force: true });
  await expect(page.locator('[data-sales="90"]')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('radio', { name: '90 days' })).toBeChecked();
  await expect(page.locator('[data-sales="90"]')).toBeVisible();
  await expect(page.locator('.chart .chart-mark')).toHaveCount(30 * 4);
  await expect(page.getByText('$1,078.80 in 120 orders.')).toBeAttached();
  await page.getByText('The same, day by day').click();
  const days = page.getByRole('region', { name: 'The same, day by day' });
  await expect(days.getByRole('row')).toHaveCount(1 + 30 + 1);
  for (const table of [days, page.getByRole('table', { name: 'Sums by product' })]) {
    await expect(table.getByRole('row').last()).toContainText('$1,078.80');
    await expect(table.getByRole('row').last()).toContainText('120');
  }
});

test('while the database is down the page says what that means, and tries again', async ({
  page,
}) => {
  await deskShows(page);
  for (const name of ['sales', 'orders', 'reconciler']) await answer(page, `admin/${name}`, DOWN);
  await page.goto('/admin-orders');
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expect(page.getByText('Nothing is lost')).toBeVisible();
  await page.unrouteAll();
  await deskShows(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(row(page, 0)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a comparison with Stripe that is overdue is an alarm, and what it healed leads to the order', async ({
  page,
}) => {
  await deskShows(page, { comparedMinutesAgo: 47 });
  await page.goto('/admin-orders');
  await expect(page.getByRole('alert')).toContainText('compared itself with Stripe 47 minutes ago');
  await page.getByRole('region', { name: 'Compared with Stripe' }).getByText(numberFor(3)).click();
  await expect(sheet(page, 3)).toBeVisible();
});

test('a shop without orders says so, and offers nothing that needs one', async ({ page }) => {
  await deskShows(page, { orders: 0 });
  await page.goto('/admin-orders');
  await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible();
  await expect(page.getByText('nothing missing')).toBeVisible();
  await expect(page.getByLabel('Find an order')).toHaveCount(0);
  await expect(page.getByRole('radio')).toHaveCount(0);
});

test('coming back to the tab reads anew, at most once a minute', async ({ page }) => {
  await page.clock.install();
  await deskShows(page, { orders: 1 });
  await page.goto('/admin-orders');
  await expect(page.getByText('1 of 1 order,')).toBeVisible();
  await deskShows(page, { orders: 2 });
  const comeBack = () => page.evaluate(() => window.dispatchEvent(new Event('focus')));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await comeBack();
  expect(asked).toEqual([]);
  await page.clock.fastForward('01:01');
  await comeBack();
  await expect(page.getByText('2 of 2 orders')).toBeVisible();
});
