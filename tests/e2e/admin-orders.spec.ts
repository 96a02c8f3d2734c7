import { type Page, expect, test } from '@playwright/test';
import type { OrderStatus } from '../../src/contract/orders.ts';
import { DOWN, adminShows, numberFor, orderDetail } from './admin-answers.ts';
import { type Answer, NOW, answer } from './answers.ts';
import { PHONE_IF_DEEP } from './devices.ts';

const row = (page: Page, n: number) => page.getByRole('link', { name: numberFor(n), exact: true });
const dialog = (page: Page, n: number) => page.getByRole('dialog', { name: numberFor(n) });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test(
  'the list of orders survives a database that is down, and grows where the focus goes on',
  PHONE_IF_DEEP,
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' }); // else scrolling takes its time
    await adminShows(page);
    for (const name of ['sales', 'orders', 'reconciler']) await answer(page, `admin/${name}`, DOWN);
    await page.goto('/admin-orders');
    await expect(page.getByRole('alert')).toHaveCount(1);
    await expect(page.getByText('Nothing is lost')).toBeVisible();
    await adminShows(page, { orders: 60, comparedMinutesAgo: 47 });
    await button(page, 'Try again').press('Enter');
    await expect(page.getByText('25 of 60 orders')).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    const compared = 'compared itself with Stripe 47 minutes ago';
    await expect(page.getByRole('alert')).toContainText(compared);

    await answer(page, 'admin/orders', DOWN);
    await button(page, 'Show more').press('Enter');
    await expect(button(page, 'Try again')).toBeFocused();
    await adminShows(page, { orders: 60 });
    await button(page, 'Try again').press('Enter');
    await expect(page.getByText('50 of 60 orders')).toBeVisible();
    await expect(row(page, 25)).toBeFocused();
    await button(page, 'Show more').focus();
    const before = await page.evaluate(() => scrollY);
    await page.keyboard.press('Enter');
    await expect(page.getByText('60 of 60 orders')).toBeVisible();
    await expect(button(page, 'Show more')).toHaveCount(0);
    await expect(row(page, 50)).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(before);
  },
);

test(
  'the address holds the range and the open order, and no key',
  PHONE_IF_DEEP,
  async ({ page }) => {
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
    await button(page, 'Close').click();
    await expect(dialog(page, 4)).toBeHidden();
    await expect(page).toHaveURL(/\/admin-orders\?range=90$/);
    await expect(page.getByRole('radio', { name: '90 days' })).toBeChecked();

    await expect(page.locator('figure [data-pattern]')).toHaveCount(30 * 4);
    await page.getByText('Day by day').click();
    const days = page.getByRole('region', { name: 'Day by day' });
    await expect(days.getByRole('row')).toHaveCount(1 + 30 + 1);
    for (const table of [days, page.getByRole('table', { name: 'Sales by product' })]) {
      await expect(table.getByRole('row').last()).toContainText('$1,078.80');
      await expect(table.getByRole('row').last()).toContainText('120');
    }

    const others = [numberFor(8), numberFor(12)];
    await answer(page, 'admin/find-order', { json: { order: orderDetail(4), others } });
    await page.getByLabel('Find an order').fill('jane@example.com');
    await page.keyboard.press('Enter');
    await dialog(page, 4).getByText('Paid', { exact: true }).press('Enter');
    await expect(dialog(page, 4).getByText('checkout.session.completed')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page, 4)).toBeHidden(); // the browser goes back in its own time
    const next = page.getByRole('search').getByRole('link', { name: numberFor(8) });
    await next.press('Enter');
    await expect(dialog(page, 8)).toBeVisible();
    expect(page.url()).not.toContain('jane');
    expect(asked.filter((url) => url.includes('cs_test'))).toEqual([]);
  },
);

const becomes = (status: OrderStatus): Answer => ({ json: { ...orderDetail(4), status } });

test('an order says what came of each button', PHONE_IF_DEEP, async ({ page }) => {
  const order = `admin/orders/${numberFor(4)}`;
  const alert = dialog(page, 4).getByRole('alert');
  const status = dialog(page, 4).getByRole('status');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await adminShows(page);
  await answer(page, order, DOWN);
  await page.goto(`/admin-orders#order=${numberFor(4)}`);
  await expect(alert).toContainText('couldn’t be loaded');
  await adminShows(page);
  await button(page, 'Try again').press('Enter');
  await expect(dialog(page, 4).locator('[tabindex="-1"]')).toBeFocused();

  await answer(page, order, DOWN);
  await button(page, 'Unblock').press('Enter');
  await expect(dialog(page, 4).getByText('This only lifts your block')).toBeVisible();
  await button(page, 'Unblock').press('Enter');
  await expect(alert).toContainText('Nothing changed.');
  await expect(button(page, 'Unblock')).toBeFocused();
  await answer(page, order, becomes('disputed'));
  await page.keyboard.press('Enter');
  await expect(alert).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(status.getByText('Downloads stay blocked')).toBeVisible();
  await expect(button(page, 'Allow downloads anyway')).toBeFocused();
  await answer(page, order, becomes('paid'));
  await page.keyboard.press('Enter');
  await expect(dialog(page, 4).getByText('This payment is disputed.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(status.getByText('Downloads are open again.')).toBeVisible();

  const copy = button(page, 'Copy the buyer’s download page');
  await copy.click();
  await expect(status.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/guide-download?');
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
  });
  await copy.click();
  await expect(alert).toContainText('Couldn’t copy');
});

test('an export that fails is told, and waits for a login', PHONE_IF_DEEP, async ({ page }) => {
  await adminShows(page);
  await page.goto('/admin-orders');
  const books = page.getByRole('region', { name: 'For your books' });
  const all = books.getByRole('link', { name: 'All orders' });
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
});

test.describe('for an owner in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('times are those of the owner’s clock, days those of the shop’s, and an empty shop says so', async ({
    page,
  }) => {
    const sales = page.getByRole('region', { name: 'Sales' });
    await adminShows(page, { orders: 0 });
    await page.goto('/admin-orders');
    await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible();
    await expect(page.getByText('nothing missing')).toBeVisible();
    await expect(page.getByLabel('Find an order')).toHaveCount(0);

    // A visit of its tab reads anew, but not within a minute.
    await adminShows(page, { orders: 1 });
    const comeBack = () => page.evaluate(() => window.dispatchEvent(new Event('focus')));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await comeBack();
    expect(asked).toEqual([]);
    await page.clock.setFixedTime(NOW + 61_000);
    await comeBack();
    await expect(page.getByText('1 of 1 order,')).toBeVisible();
    await expect(sales).toContainText(
      /Days run on UTC, so the last day began .* 9:00 AM your time\./,
    );
    const time = page.locator('[data-order] time').first();
    const at = new Date((await time.getAttribute('datetime')) ?? '');
    const options = { timeZone: 'Asia/Tokyo', timeStyle: 'short' } as const;
    await expect(time).toContainText(at.toLocaleTimeString('en-US', options));

    await adminShows(page, { timeZone: 'America/New_York' });
    await page.reload();
    await expect(sales).toContainText(/\d\. Days run on New York time\./);
    await expect(page.getByRole('main')).not.toContainText('UTC');
  });
});
