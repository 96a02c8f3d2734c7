import { readFile } from 'node:fs/promises';
import { type Locator, type Page, expect, test } from '@playwright/test';
import { orderNumber } from '../../src/contract/order-number.ts';
import { buy } from '../buyer.ts';
import { priceOf } from '../catalog.ts';
import { DOWN } from './admin-answers.ts';
import { mockResponse } from './answers.ts';
import { DEEP_ONLY, PHONE_IF_DEEP } from './devices.ts';
import { logIn } from './owner.ts';
import { SITE_URL } from './site.ts';
import { waitForMail } from './stand-in.ts';

// Tests the orders page with the real functions. admin-orders.spec.ts mocks the responses.

/** The order that the current test uses. */
const order = { session: '', number: '' };

/** Buys a guide and waits for its receipt. */
test.beforeEach(async ({ page }) => {
  order.session = await buy(SITE_URL, 'guide-3');
  order.number = await orderNumber(order.session);
  await waitForMail(order.session);
  await logIn(page);
});

const search = (page: Page): Locator => page.getByRole('search');
const row = (page: Page): Locator => page.locator(`[data-order="${order.number}"]`);
const dialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: `Order MSK-${order.number}` });

const receipt = (page: Page): Locator => dialog(page).getByRole('region', { name: 'Receipt' });

const sendReceiptTo = async (page: Page, address: string): Promise<void> => {
  await receipt(page).getByLabel('Send to').fill(address);
  await page.keyboard.press('Enter');
};

const button = (page: Page, name: string): Locator =>
  dialog(page).getByRole('button', { name, exact: true });

/**
 * Presses one of the order's buttons, then confirms with Enter, because the confirmation dialog
 * focuses its confirm button.
 */
const pressAndConfirm = async (page: Page, name: string): Promise<void> => {
  await button(page, name).press('Enter');
  await page.keyboard.press('Enter');
};

const expectStatus = async (page: Page, status: 'paid' | 'blocked'): Promise<void> => {
  await expect(dialog(page).locator(`[data-status="${status}"]`)).toBeVisible();
  await expect(row(page).locator(`[data-status="${status}"]`)).toHaveCount(1);
};

const find = async (page: Page, query: string): Promise<void> => {
  await search(page).getByLabel('Find an order').fill(query);
  await page.keyboard.press('Enter');
};

const openOrder = async (page: Page): Promise<void> => {
  await page.goto(`/admin-orders#order=${order.number}`);
  await expect(dialog(page).getByRole('region', { name: 'Receipt' })).toBeVisible();
};

test(
  'finds orders by email address or session without adding the query to a URL',
  PHONE_IF_DEEP,
  async ({ page }) => {
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await buy(SITE_URL, 'bundle');
    await page.goto('/admin-orders');
    await expect(row(page)).toContainText(priceOf('guide-3'));

    await find(page, 'parent@example.com');
    await expect(search(page).getByText(/^\d+ orders match\.$/)).toBeVisible();
    await search(page).getByRole('link', { name: order.number }).press('Enter');
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press('Escape');

    await find(page, order.session);
    await expect(dialog(page)).toBeVisible();
    expect(urls.filter((url) => /cs_test|parent/.test(url))).toEqual([]);
  },
);

test('shows the query if no order matches it', DEEP_ONLY, async ({ page }) => {
  await page.goto('/admin-orders');
  await find(page, 'nobody@example.com');
  await expect(search(page).getByText('No orders match “nobody@example.com”.')).toBeVisible();
});

test('copies the link to the buyer’s downloads', PHONE_IF_DEEP, async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openOrder(page);
  await dialog(page).getByRole('button', { name: 'Copy the download link' }).click();
  await expect(dialog(page).getByText('Copied.')).toBeVisible();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect(link.pathname).toBe('/guide-download');
  expect(link.searchParams.get('session_id')).toBe(order.session);
});

test.describe('receipts', () => {
  test('lists a receipt with the ID of its email', DEEP_ONLY, async ({ page }) => {
    await openOrder(page);
    await expect(receipt(page)).toContainText(/Receipt sent to the buyer on .*\. Resend ID: \S+/);
  });

  test('shows why a receipt was refused, and keeps the address in the form', async ({ page }) => {
    await openOrder(page);
    const detail = await page.request.get(`/api/admin/orders/${order.number}`);
    await mockResponse(page, `admin/orders/${order.number}/receipt`, {
      json: { outcome: 'refused', reason: 'invalid_to_address', order: await detail.json() },
    });

    await sendReceiptTo(page, 'nobody@example.com');
    await expect(receipt(page).getByRole('alert')).toHaveText(
      'The receipt was refused: invalid_to_address.',
    );
    await expect(receipt(page).getByLabel('Send to')).toHaveValue('nobody@example.com');
  });

  test(
    'sends a receipt again to another address and to the buyer',
    PHONE_IF_DEEP,
    async ({ page }) => {
      await openOrder(page);

      await sendReceiptTo(page, 'grandma@example.com');
      await expect(receipt(page).getByRole('status')).toHaveText('The receipt is on its way.');
      await expect(receipt(page)).toContainText('Copy 1 sent to another address');
      await waitForMail('grandma@example.com', order.session);

      await sendReceiptTo(page, '');
      await expect(receipt(page)).toContainText('Copy 2 sent to the buyer');
    },
  );
});

test.describe('"Put on hold"', () => {
  test('does not put an order on hold after "Cancel"', DEEP_ONLY, async ({ page }) => {
    await openOrder(page);
    await button(page, 'Put on hold').click();
    const question = page.getByRole('dialog', { name: /^Put this order on hold\?/ });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(button(page, 'Put on hold')).toBeFocused();
    await expectStatus(page, 'paid');
  });

  test('puts an order on hold on the next attempt after a failure', async ({ page }) => {
    await openOrder(page);
    await mockResponse(page, `admin/orders/${order.number}/access`, DOWN);
    await pressAndConfirm(page, 'Put on hold');
    await expect(dialog(page).getByRole('alert')).toContainText('Please try again');
    await expect(button(page, 'Put on hold')).toBeFocused();

    await page.unrouteAll();
    await pressAndConfirm(page, 'Put on hold');
    await expectStatus(page, 'blocked');
    await expect(dialog(page).getByRole('alert')).toHaveCount(0);
  });

  test('puts an order on hold again after "Open downloads"', PHONE_IF_DEEP, async ({ page }) => {
    await openOrder(page);
    await pressAndConfirm(page, 'Put on hold');
    await expectStatus(page, 'blocked');
    await expect(dialog(page)).toContainText('You put this order on hold on ');

    await pressAndConfirm(page, 'Open downloads');
    await expectStatus(page, 'paid');
    await expect(dialog(page)).toContainText('You opened downloads on ');

    await pressAndConfirm(page, 'Put on hold');
    await expectStatus(page, 'blocked');
    await expect(dialog(page)).toContainText('You put this order on hold on ');
  });
});

test('downloads the orders of a month as a CSV file', PHONE_IF_DEEP, async ({ page }) => {
  await page.goto('/admin-orders');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^orders-.*\.csv$/);
  // Fails if the page revokes the blob URL before the browser has read it.
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toContain(`MSK-${order.number}`);
});
