import { type Locator, type Page, expect, test } from '@playwright/test';
import type { OrderDetail, ReceiptView } from '../../src/contract/admin-orders.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { DOWN, adminShows, numberFor, orderDetail } from './admin-answers.ts';
import { type Answer, answer } from './answers.ts';
import { PHONE_IF_DEEP } from './devices.ts';
import { mailsWith } from './inbox.ts';
import { logIn } from './owner.ts';
import { buyAtOnce, control } from './stand-in.ts';

const receiptOf = (page: Page, number: string): Locator =>
  page.getByRole('dialog', { name: number }).getByRole('region', { name: 'Receipt' });

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
  await expect(receipt.locator('[data-receipt="bounced"]')).toBeVisible();
  await expect(page.locator('[data-kind="mail-lost"]')).toContainText('Receipt bounced');

  await receipt.getByRole('button', { name: 'Send to a different address' }).press('Enter');
  await expect(receipt.getByLabel('Email address, for this receipt only')).toBeFocused();
  await page.keyboard.type('grandma@example.com');
  await page.keyboard.press('Enter');
  await expect(receipt.getByRole('status')).toHaveText('The receipt is on its way.');
  await expect(receipt.getByRole('button', { name: 'Resend' })).toBeFocused();
  const addresses = (await mailsWith(baseURL, session)).map(({ to }) => to);
  expect(addresses).toEqual(['grandma@example.com', 'parent@example.com']);
  await page.keyboard.press('Escape');
  await expect(row).not.toContainText('not delivered');
  await expect(lost).toHaveCount(0);
});

const NUMBER = numberFor(4);
const PATH = `admin/orders/${NUMBER}/receipt`;
const detail = (receipt: Partial<ReceiptView> = {}): OrderDetail => {
  const order = orderDetail(4);
  return { ...order, receipt: { ...order.receipt, ...receipt } };
};
const sent = (outcome: string, says: string, receipt?: Partial<ReceiptView>): Answer => ({
  json: { outcome, says, order: detail(receipt) },
});

test('sending a receipt again says what came of it', PHONE_IF_DEEP, async ({ page }) => {
  await adminShows(page);
  await page.goto(`/admin-orders#order=${NUMBER}`);
  const receipt = receiptOf(page, NUMBER);
  const button = (name: string): Locator => receipt.getByRole('button', { name });
  const alert = receipt.getByRole('alert');
  const asked: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/receipt')) asked.push(request.postDataJSON());
  });

  await answer(page, PATH, 'never');
  await button('Resend').press('Enter');
  await expect(button('Sending...')).toBeFocused();
  await button('Sending...').press('Enter');
  await expect(receipt.getByRole('button')).toHaveCount(1);
  await expect.poll(() => asked).toEqual([{ copy: 1 }]);
  await page.reload();

  for (const [given, says] of [
    ['unreachable', 'we can’t tell'],
    [DOWN, 'Nothing was sent.'],
    [sent('failed', 'The mail service takes no mail just now.'), 'The mail service takes no mail'],
  ] as const) {
    await answer(page, PATH, given);
    await button('Resend').press('Enter');
    await expect(alert).toContainText(says);
    await expect(button('Resend')).toBeFocused();
  }

  // An address can be mended after a failure, and given up.
  await button('Send to a different address').press('Enter');
  const address = receipt.getByLabel('Email address, for this receipt only');
  await page.keyboard.type('nobody');
  await page.keyboard.press('Enter');
  await expect(address).toHaveJSProperty('validity.valid', false);
  await page.keyboard.type('@example.com');
  await page.keyboard.press('Enter');
  await expect(alert).toHaveText('The mail service takes no mail just now.');
  await expect(address).toHaveValue('nobody@example.com');
  await button('Don’t send').press('Enter');
  await expect(address).toHaveCount(0);
  await expect(alert).toHaveCount(0);
  await expect(button('Resend')).toBeFocused();

  // Who reported one as spam gets another at a second press alone.
  await answer(page, PATH, sent('spam', 'Nothing was sent yet.', { state: 'spam' }));
  await button('Resend').press('Enter');
  await expect(alert).toHaveText('Nothing was sent yet.');
  await expect(button('Send anyway')).toBeFocused();
  await answer(page, PATH, sent('sent', 'On its way.', { state: 'none', next_copy: null }));
  await page.keyboard.press('Enter');
  await expect(receipt.getByRole('status')).toHaveText('On its way.');
  expect(asked.at(-1)).toEqual({ copy: 1, anyway: true });
  await expect(alert).toHaveCount(0);
  await expect(receipt.getByRole('button'), 'where none can be sent').toHaveCount(0);
});
