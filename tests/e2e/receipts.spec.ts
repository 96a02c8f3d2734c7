import { type Locator, type Page, expect, test } from '@playwright/test';
import type { SendReceiptResponse } from '../../src/contract/admin-orders.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { adminShows, numberFor, orderDetail } from './admin-answers.ts';
import { answer } from './answers.ts';
import { PHONE_IF_DEEP } from './devices.ts';
import { mailsWith } from './inbox.ts';
import { logIn } from './owner.ts';
import { buyAtOnce, control } from './stand-in.ts';

const receiptOf = (page: Page, number: string): Locator =>
  page.getByRole('dialog', { name: number }).getByRole('region', { name: 'Receipt' });
const ADDRESS = 'Email address, for this receipt only';

test('a receipt that bounced is seen, and sent to another address by keyboard alone', async ({
  page,
  baseURL,
}) => {
  const session = await buyAtOnce(baseURL, 'bundle');
  const number = await orderNumber(session);
  await expect.poll(() => mailsWith(baseURL, session)).toHaveLength(1);
  const [mail] = await mailsWith(baseURL, session);
  await control(baseURL, 'mail/bounce', { id: mail?.id });

  await logIn(page);
  await page.goto('/admin-orders');
  const row = page.locator(`[data-order="${number}"]`);
  const lost = page
    .getByRole('region', { name: /^\d+ receipts? didn’t arrive$/ })
    .getByRole('link', { name: number });
  await expect(row).toContainText('Receipt not delivered');
  await lost.press('Enter');
  const receipt = receiptOf(page, number);
  await expect(page.locator('[data-kind="mail-lost"]')).toContainText('Receipt bounced');

  await receipt.getByRole('button', { name: 'Send to a different address' }).press('Enter');
  await expect(receipt.getByLabel(ADDRESS)).toBeFocused();
  await page.keyboard.type('grandma@example.com');
  await page.keyboard.press('Enter');
  await expect(receipt.getByRole('status')).toHaveText('The receipt is on its way.');
  await expect(receipt.getByRole('button', { name: 'Resend' })).toBeFocused();
  expect((await mailsWith(baseURL, session))[0]?.to).toBe('grandma@example.com');
  await page.keyboard.press('Escape');
  await expect(row).not.toContainText('not delivered');
  await expect(lost).toHaveCount(0);
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
