import { type Page, expect, test } from '@playwright/test';
import type { OrderStatus } from '../../src/contract/orders.ts';
import { type Answer, NOW, answer } from './answers.ts';
import { DOWN, adminShows, numberFor, orderDetail } from './admin-answers.ts';
import { PHONE_IF_DEEP, PHONE_TOO } from './devices.ts';

const row = (page: Page, n: number) => page.getByRole('link', { name: numberFor(n), exact: true });
const dialog = (page: Page, n: number) => page.getByRole('dialog', { name: numberFor(n) });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('more orders come below, where the focus goes on', PHONE_IF_DEEP, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' }); // Else scrolling takes its time.
  await adminShows(page, { orders: 60 });
  await page.goto('/admin-orders');
  await expect(page.getByText('25 of 60 orders')).toBeVisible();
  await answer(page, 'admin/orders', DOWN);
  await button(page, 'Show more').press('Enter');
  await expect(button(page, 'Try again')).toBeFocused();
  await adminShows(page, { orders: 60 });
  await button(page, 'Try again').press('Enter');
  await expect(page.getByText('50 of 60 orders')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(row(page, 25)).toBeFocused();
  await button(page, 'Show more').focus();
  const before = await page.evaluate(() => window.scrollY);
  await page.keyboard.press('Enter');
  await expect(page.getByText('60 of 60 orders')).toBeVisible();
  await expect(button(page, 'Show more')).toHaveCount(0);
  await expect(row(page, 50)).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
  await expect(page.locator('[data-order]').first()).toContainText('ref. 7Kq2Zx9w');
  const numbers = await page
    .locator('[data-order]')
    .evaluateAll((rows) => rows.map((one) => one.getAttribute('data-order')));
  expect(numbers).toEqual(Array.from({ length: 60 }, (_, n) => numberFor(n)));
});

test('the address holds the range and the open order, and no key', PHONE_TOO, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await adminShows(page);
  await page.goto('/admin-orders');
  await page.getByRole('radio', { name: '90 days' }).check({ force: true });
  await expect(page.locator('[data-sales="90"]')).toBeVisible();
  await row(page, 4).press('Enter');
  await expect(dialog(page, 4).getByText('Dispute opened')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page, 4)).toBeHidden();
  await expect(row(page, 4)).toBeFocused();
  await page.goForward();
  await expect(dialog(page, 4)).toBeVisible();
  await page.reload();
  await expect(dialog(page, 4)).toBeVisible();
  await page.goBack();
  await expect(dialog(page, 4)).toBeHidden();
  await page.goForward();
  await button(page, 'Close').click();
  await expect(dialog(page, 4)).toBeHidden();
  await expect(page).toHaveURL(/\/admin-orders\?range=90$/);
  expect(asked.filter((url) => url.includes('cs_test'))).toEqual([]);

  await expect(page.getByRole('radio', { name: '90 days' })).toBeChecked();
  await expect(page.locator('[data-sales="90"]')).toBeVisible();
  await expect(page.locator('figure [data-pattern]')).toHaveCount(30 * 4);
  await expect(page.getByText('$1,078.80 in 120 orders.')).toBeAttached();
  await page.getByText('Day by day').click();
  const days = page.getByRole('region', { name: 'Day by day' });
  await expect(days.getByRole('row')).toHaveCount(1 + 30 + 1);
  for (const table of [days, page.getByRole('table', { name: 'Sales by product' })]) {
    await expect(table.getByRole('row').last()).toContainText('$1,078.80');
    await expect(table.getByRole('row').last()).toContainText('120');
  }
});

test.describe('for an owner in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('times are those of the owner’s clock, and days those of the shop’s, which is said', async ({
    page,
  }) => {
    await adminShows(page);
    await page.goto('/admin-orders?range=30');
    const sales = page.getByRole('region', { name: 'Sales' });
    await expect(sales).toContainText(
      /Days run on UTC, so the last day began .* 9:00 AM your time\./,
    );
    await expect(sales.locator('caption', { hasText: 'Days run on UTC.' })).toBeAttached();
    await expect(page.getByText('newest first, in your local time')).toBeVisible();
    const time = page.locator('[data-order] time').first();
    const at = new Date((await time.getAttribute('datetime')) ?? '');
    const options = { timeZone: 'Asia/Tokyo', timeStyle: 'short' } as const;
    await expect(time).toContainText(at.toLocaleTimeString('en-US', options));
    await expect(page.getByText('Days run on UTC, as')).toBeVisible();

    await adminShows(page, { timeZone: 'America/New_York' });
    await page.reload();
    await expect(sales).toContainText(/\d\. Days run on New York time\./);
    await expect(sales).not.toContainText('your clock');
    const caption = sales.locator('caption', { hasText: 'Days run on New York time.' });
    await expect(caption).toBeAttached();
    await expect(page.getByText('Days run on New York time, as')).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('UTC');
  });
});

const becomes = (status: OrderStatus): Answer => ({ json: { ...orderDetail(4), status } });

test('an order says what came of each button', PHONE_IF_DEEP, async ({ page }) => {
  const access = `admin/orders/${numberFor(4)}`;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await adminShows(page);
  await answer(page, `admin/orders/${numberFor(4)}`, DOWN);
  await page.goto(`/admin-orders#order=${numberFor(4)}`);
  await expect(dialog(page, 4).getByRole('alert')).toContainText('couldn’t be loaded');
  await adminShows(page);
  await button(page, 'Try again').press('Enter');
  await expect(dialog(page, 4).getByText('Dispute opened')).toBeVisible();
  await expect(dialog(page, 4).locator('[tabindex="-1"]')).toBeFocused();

  await answer(page, access, DOWN);
  await button(page, 'Unblock').click();
  await expect(dialog(page, 4).getByText('This only lifts your block')).toBeVisible();
  await button(page, 'Unblock').press('Enter');
  await expect(dialog(page, 4).getByRole('alert')).toContainText('Nothing changed.');
  await expect(button(page, 'Unblock')).toBeFocused();
  await answer(page, access, becomes('disputed'));
  await page.keyboard.press('Enter');
  await expect(dialog(page, 4).getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('Enter');
  const status = dialog(page, 4).getByRole('status');
  await expect(status.getByText('Downloads stay blocked')).toBeVisible();
  await expect(button(page, 'Allow downloads anyway')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page, 4).getByText('This payment is disputed.')).toBeVisible();
  await answer(page, access, becomes('paid'));
  await page.keyboard.press('Enter');
  await expect(status.getByText('Downloads are open again.')).toBeVisible();

  const links = page.getByRole('link', { name: 'Open in Stripe' }).locator('xpath=../..');
  await expect(links).toContainText('The buyer’s email address is with the payment');
  const copy = button(page, 'Copy the buyer’s download page');
  await copy.click();
  await expect(status.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/guide-download?');
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
  });
  await copy.click();
  await expect(dialog(page, 4).getByRole('alert')).toContainText('Couldn’t copy');
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
});

test(
  'while the database is down the page says so and tries again',
  PHONE_IF_DEEP,
  async ({ page }) => {
    await adminShows(page);
    for (const name of ['sales', 'orders', 'reconciler']) await answer(page, `admin/${name}`, DOWN);
    await page.goto('/admin-orders');
    await expect(page.getByRole('alert')).toHaveCount(1);
    await expect(page.getByText('Nothing is lost')).toBeVisible();
    await adminShows(page, { comparedMinutesAgo: 47 });
    await button(page, 'Try again').press('Enter');
    await expect(row(page, 0)).toBeVisible();
    await expect(page.getByText('Nothing is lost')).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
    // A comparison with Stripe that is overdue is an alarm, and what it healed leads to the order.
    await expect(page.getByRole('alert')).toContainText(
      'compared itself with Stripe 47 minutes ago',
    );
    await page
      .getByRole('region', { name: 'Compared with Stripe' })
      .getByText(numberFor(3))
      .click();
    await expect(dialog(page, 3)).toBeVisible();
  },
);

test('an export that fails is told, and waits for a login', PHONE_IF_DEEP, async ({ page }) => {
  await adminShows(page);
  await page.goto('/admin-orders');
  const books = page.getByRole('region', { name: 'For your books' });
  const all = books.getByRole('link', { name: 'All orders' });
  await expect(all).toBeVisible();
  let begun = 0;
  page.on('download', () => (begun += 1));
  await answer(page, 'admin/sales', DOWN);
  await all.click();
  await expect(books.getByRole('alert')).toContainText('“All orders” couldn’t be downloaded.');
  await answer(page, 'admin/sales', { status: 401, json: { code: 'not_logged_in' } });
  await all.click();
  const login = page.getByRole('dialog', { name: 'Your session has ended' });
  await login.getByLabel('Password').fill('anything');
  expect(begun).toBe(0);
  await adminShows(page);
  await answer(page, 'admin/login', { json: { expiresAt: '2100-01-01T00:00:00Z' } });
  const download = page.waitForEvent('download');
  await login.getByRole('button', { name: 'Log in' }).click();
  expect((await download).url()).toMatch(/\/api\/admin\/orders\.csv$/);
  await expect(books.getByRole('alert')).toHaveCount(0);

  await adminShows(page, { orders: 130_000 });
  await page.reload();
  await expect(books.getByText('One file holds 120,000 orders.')).toBeVisible();
  await expect(all).toHaveCount(0);
});

test('an empty shop says so; a visit of its tab reads anew', PHONE_IF_DEEP, async ({ page }) => {
  await adminShows(page, { orders: 0 });
  await page.goto('/admin-orders');
  await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible();
  await expect(page.getByText('nothing missing')).toBeVisible();
  await expect(page.getByLabel('Find an order')).toHaveCount(0);
  await expect(page.getByRole('radio')).toHaveCount(0);
  await adminShows(page, { orders: 1 });
  const comeBack = () => page.evaluate(() => window.dispatchEvent(new Event('focus')));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await comeBack();
  expect(asked).toEqual([]);
  await page.clock.setFixedTime(NOW + 61_000);
  await comeBack();
  await expect(page.getByText('1 of 1 order,')).toBeVisible();

  await answer(page, 'admin/find-order', { json: { order: null, others: [] } });
  await page.getByLabel('Find an order').fill('nobody');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No order found for “nobody”.')).toBeVisible();
});

test(
  'the orders of an address open one after the other, and tell more at a press',
  PHONE_IF_DEEP,
  async ({ page }) => {
    const others = [numberFor(8), numberFor(12)];
    await adminShows(page);
    await answer(page, 'admin/find-order', { json: { order: orderDetail(4), others } });
    await page.goto('/admin-orders');
    await page.getByLabel('Find an order').fill('jane@example.com');
    await page.keyboard.press('Enter');
    const paid = dialog(page, 4).getByText('Paid', { exact: true });
    await expect(paid).toBeVisible();
    await expect(dialog(page, 4).getByText('checkout.session.completed')).toBeHidden();
    await paid.press('Enter');
    await expect(dialog(page, 4).getByText('checkout.session.completed')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page, 4)).toBeHidden(); // The browser goes back in its own time.
    await page
      .getByRole('search')
      .getByRole('link', { name: numberFor(8) })
      .press('Enter');
    await expect(dialog(page, 8)).toBeVisible();
    expect(page.url()).not.toContain('jane');
  },
);
