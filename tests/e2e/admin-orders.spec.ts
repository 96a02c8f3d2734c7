import { type Page, expect, test } from '@playwright/test';
import { DOWN, UNHEALTHY, mockOrdersPage, numberFor } from './admin-answers.ts';
import { mockResponse } from './answers.ts';
import { DEEP_ONLY } from './devices.ts';

const orderLink = (page: Page, n: number) =>
  page.locator(`[data-order="${numberFor(n)}"]`).getByRole('link');
const dialog = (page: Page, n: number) => page.getByRole('dialog', { name: numberFor(n) });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toRefund = (page: Page) => page.getByRole('region', { name: 'To refund in Stripe' });

/** Opens the page with this number of orders. The newest order is withdrawn. */
const openOrders = async (page: Page, { orders }: { orders: number }): Promise<void> => {
  await mockOrdersPage(page, { orders });
  await page.goto('/admin-orders');
};

test.describe('the orders page', DEEP_ONLY, () => {
  test('loads the orders after a failure when the owner presses "Try again"', async ({ page }) => {
    await mockOrdersPage(page);
    await mockResponse(page, 'admin/orders', DOWN);
    await page.goto('/admin-orders');
    await expect(page.getByRole('alert')).toContainText('The orders couldn’t be loaded');

    await mockOrdersPage(page, { orders: 50 });
    await button(page, 'Try again').press('Enter');
    await expect(page.getByText('25 of 50 orders')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('says that a new shop has no orders yet', async ({ page }) => {
    await openOrders(page, { orders: 0 });
    await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible();
  });

  test('shows findings above refunds, and refunds above orders', async ({ page }) => {
    await mockOrdersPage(page);
    await mockResponse(page, 'health', UNHEALTHY);
    await page.goto('/admin-orders');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Please fix',
      'To refund in Stripe',
      'All orders',
      'Sales',
    ]);
  });

  test('shows no findings for a healthy shop', async ({ page }) => {
    const health = page.waitForResponse('**/api/health');
    await openOrders(page, { orders: 1 });
    await (await health).finished();
    await expect(page.getByText('1 of 1 order', { exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: /Please fix|Worth a look/ })).toHaveCount(0);
  });

  test('shows the number of days left to refund a withdrawn order', async ({ page }) => {
    await openOrders(page, { orders: 50 });
    await expect(toRefund(page).getByRole('listitem')).toHaveText([/14 days left$/]);
  });
});

test.describe('an open order', DEEP_ONLY, () => {
  test('shows the deadlines for refunding an order and for responding to its dispute', async ({
    page,
  }) => {
    await openOrders(page, { orders: 50 });
    await toRefund(page)
      .getByRole('link', { name: `MSK-${numberFor(0)}` })
      .press('Enter');
    await expect(dialog(page, 0)).toContainText(/Withdrawn on Nov 21, .*Refund in Stripe by Dec 5/);
    await expect(dialog(page, 0)).toContainText(
      /Dispute over \$10\.00: respond in Stripe by Dec 11, /,
    );
  });

  test('links to the payment of an order in Stripe', async ({ page }) => {
    await mockOrdersPage(page);
    await page.goto(`/admin-orders#order=${numberFor(1)}`);
    const link = dialog(page, 1).getByRole('link', { name: 'Open in Stripe' });
    await expect(link).toHaveAttribute('href', /stripe\.com\/test\/payments\/pi_/);
  });

  for (const { name, close } of [
    { name: 'Escape', close: (page: Page) => page.keyboard.press('Escape') },
    { name: '"Close"', close: (page: Page) => button(page, 'Close').click() },
  ]) {
    test(`closes an order with ${name} and returns the focus to its row`, async ({ page }) => {
      await openOrders(page, { orders: 50 });
      await orderLink(page, 3).press('Enter');
      await expect(dialog(page, 3)).toBeVisible();

      await close(page);
      await expect(dialog(page, 3)).toHaveCount(0);
      await expect(orderLink(page, 3)).toBeFocused();
      await expect(page).toHaveURL(/\/admin-orders$/);
    });
  }

  test('closes an order with Back and reopens it with Forward', async ({ page }) => {
    await openOrders(page, { orders: 50 });
    await orderLink(page, 3).press('Enter');
    await expect(dialog(page, 3)).toBeVisible();

    await page.goBack();
    await expect(dialog(page, 3)).toHaveCount(0);
    await page.goForward();
    await expect(dialog(page, 3)).toBeVisible();
  });
});

test('does not reopen an order on Back after "Close"', async ({ page }) => {
  await openOrders(page, { orders: 50 });
  await orderLink(page, 3).press('Enter');
  await button(page, 'Close').click();
  await expect(dialog(page, 3)).toHaveCount(0);

  await page.goBack();
  await expect(page).toHaveURL(/\/admin-orders$/);
  await expect(dialog(page, 3)).toHaveCount(0);
});

test('shows no error from the previous order after Back', async ({ page }) => {
  await mockOrdersPage(page);
  await mockResponse(page, `admin/orders/${numberFor(1)}/receipt`, DOWN);
  await page.goto(`/admin-orders#order=${numberFor(2)}`);
  await expect(button(page, 'Send again')).toBeVisible();
  await page.goto(`/admin-orders#order=${numberFor(1)}`);
  await dialog(page, 1).getByLabel('Send to').fill('grandma@example.com');
  await button(page, 'Send again').click();
  await expect(dialog(page, 1).getByRole('alert')).toBeVisible();

  await page.goBack();
  await expect(dialog(page, 2).getByLabel('Send to')).toHaveValue('');
  await expect(dialog(page, 2).getByRole('alert')).toHaveCount(0);
});

test('closes a confirmation dialog with Escape and leaves the order open', async ({ page }) => {
  await mockOrdersPage(page);
  await page.goto(`/admin-orders#order=${numberFor(6)}`);
  await button(page, 'Put on hold').press('Enter');
  const question = page.getByRole('dialog', { name: /^Put this order on hold\?/ });
  await expect(question).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(button(page, 'Put on hold')).toBeFocused();
});

test.describe('"Show more"', DEEP_ONLY, () => {
  test('adds the second page of orders and focuses its first order', async ({ page }) => {
    await openOrders(page, { orders: 51 });
    await button(page, 'Show more').press('Enter');
    await expect(page.getByText('50 of 51 orders')).toBeVisible();
    await expect(orderLink(page, 25)).toBeFocused();
  });

  test('removes "Show more" after the last page of orders', async ({ page }) => {
    await openOrders(page, { orders: 51 });
    for (const shown of [50, 51]) {
      await button(page, 'Show more').press('Enter');
      await expect(page.getByText(`${shown} of 51 orders`)).toBeVisible();
    }
    await expect(orderLink(page, 50)).toBeFocused();
    await expect(button(page, 'Show more')).toHaveCount(0);
  });

  test('keeps the list if more orders cannot be loaded, and loads them on retry', async ({
    page,
  }) => {
    await openOrders(page, { orders: 50 });
    await expect(page.getByText('25 of 50 orders')).toBeVisible();
    await mockResponse(page, 'admin/orders', DOWN);
    await button(page, 'Show more').press('Enter');
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByText('25 of 50 orders')).toBeVisible();

    await mockOrdersPage(page, { orders: 50 });
    await button(page, 'Show more').press('Enter');
    await expect(page.getByText('50 of 50 orders')).toBeVisible();
  });
});

test.describe('the CSV file', DEEP_ONLY, () => {
  test('selects the current month for the CSV file by default', async ({ page }) => {
    await openOrders(page, { orders: 1 });
    await expect(page.getByLabel('Orders as a CSV file')).toHaveValue('2026-11');
  });

  test('does not save a CSV file if the shop cannot read the orders', async ({ page }) => {
    const downloads: string[] = [];
    page.on('download', (download) => downloads.push(download.suggestedFilename()));
    await openOrders(page, { orders: 1 });
    await mockResponse(page, 'admin/orders.csv', DOWN);
    await button(page, 'Download CSV').click();
    await expect(page.getByRole('alert')).toContainText('Please try again in a minute.');
    expect(downloads).toEqual([]);
  });
});
