import { type Locator, type Page, expect, test } from '@playwright/test';
import type { SendReceiptResponse } from '../../src/contract/admin-orders.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { adminShows, numberFor, orderDetail } from './admin-answers.ts';
import { answer } from './answers.ts';
import { PHONE_IF_DEEP } from './devices.ts';
import { mailsWith } from './inbox.ts';
import { logIn } from './owner.ts';
import { buyAtOnce } from './stand-in.ts';

const receiptOf = (page: Page, number: string): Locator =>
  page.getByRole('dialog', { name: number }).getByRole('region', { name: 'Receipt' });
const address = (receipt: Locator): Locator => receipt.getByLabel('To another address');

test('a receipt is sent to another address by keyboard alone', async ({ page, baseURL }) => {
  const session = await buyAtOnce(baseURL, 'bundle');
  const number = await orderNumber(session);
  await expect.poll(() => mailsWith(baseURL, session)).toHaveLength(1);

  await logIn(page);
  await page.goto('/admin-orders');
  await page.locator(`[data-order="${number}"]`).getByRole('link').press('Enter');
  const receipt = receiptOf(page, number);
  await expect(receipt).toContainText(/Receipt sent to the buyer on .*\. Resend ID: \S+/);
  await address(receipt).press('Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('grandma@example.com');
  await page.keyboard.press('Enter');
  await expect(receipt.getByRole('status')).toHaveText('The receipt is on its way.');
  await expect(receipt).toContainText('Copy 1 sent to another address');
  expect((await mailsWith(baseURL, session))[0]?.to).toBe('grandma@example.com');
});

test(
  'the owner reads why a receipt was not sent, and keeps the address that was typed',
  PHONE_IF_DEEP,
  async ({ page }) => {
    const path = `admin/orders/${numberFor(4)}/receipt`;
    const json: SendReceiptResponse = {
      outcome: 'refused',
      reason: 'invalid_to_address',
      order: orderDetail(4),
    };
    await adminShows(page);
    await answer(page, path, { json });
    await page.goto(`/admin-orders#order=${numberFor(4)}`);
    const receipt = receiptOf(page, numberFor(4));
    await address(receipt).fill('nobody@example.com');
    await page.keyboard.press('Enter');
    const words = 'The receipt was refused: invalid_to_address.';
    await expect(receipt.getByRole('alert')).toHaveText(words);
    await expect(address(receipt)).toHaveValue('nobody@example.com');
  },
);
