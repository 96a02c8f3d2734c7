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
const ADDRESS = 'Email address, for this receipt only';

test('a receipt is sent to another address by keyboard alone', async ({ page, baseURL }) => {
  const session = await buyAtOnce(baseURL, 'bundle');
  const number = await orderNumber(session);
  await expect.poll(() => mailsWith(baseURL, session)).toHaveLength(1);

  await logIn(page);
  await page.goto('/admin-orders');
  await page.locator(`[data-order="${number}"]`).getByRole('link').press('Enter');
  const receipt = receiptOf(page, number);
  await expect(receipt).toContainText('It went out to the buyer’s address. Its id at Resend: ');
  await receipt.getByRole('button', { name: 'Send to a different address' }).press('Enter');
  await expect(receipt.getByLabel(ADDRESS)).toBeFocused();
  await page.keyboard.type('grandma@example.com');
  await page.keyboard.press('Enter');
  await expect(receipt.getByRole('status')).toHaveText('The receipt is on its way.');
  await expect(receipt.getByRole('button', { name: 'Resend' })).toBeFocused();
  await expect(receipt).toContainText('It went out to the other address.');
  expect((await mailsWith(baseURL, session))[0]?.to).toBe('grandma@example.com');
});

test(
  'where a receipt cannot be sent, the owner reads why, and keeps the address that was typed',
  PHONE_IF_DEEP,
  async ({ page }) => {
    const path = `admin/orders/${numberFor(4)}/receipt`;
    const says = 'The mail service takes no mail.';
    const json: SendReceiptResponse = { outcome: 'failed', says, order: orderDetail(4) };
    await adminShows(page);
    await answer(page, path, { json });
    await page.goto(`/admin-orders#order=${numberFor(4)}`);
    const receipt = receiptOf(page, numberFor(4));
    await receipt.getByRole('button', { name: 'Send to a different address' }).press('Enter');
    await page.keyboard.type('nobody@example.com');
    await page.keyboard.press('Enter');
    await expect(receipt.getByRole('alert')).toHaveText(says);
    await expect(receipt.getByLabel(ADDRESS)).toHaveValue('nobody@example.com');
  },
);
