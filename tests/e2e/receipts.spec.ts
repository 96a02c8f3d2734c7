import { type Locator, type Page, expect, test } from '@playwright/test';
import type { OrderDetail, ReceiptView } from '../../src/contract/admin-orders.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { DOWN, adminShows, numberFor, orderDetail } from './admin-answers.ts';
import { type Answer, answer } from './answers.ts';
import { PHONE_IF_DEEP } from './devices.ts';
import { logIn } from './owner.ts';
import { E2E_PORT } from './site.ts';
import { buyAtOnce, control } from './stand-in.ts';

type Mail = { id: string; to: string; text: string };

const INBOX = `http://localhost:${E2E_PORT + 1}/inbox.json`;
const mailsOf = async (page: Page, session: string): Promise<Mail[]> => {
  const mails: Mail[] = await (await page.request.get(INBOX)).json();
  return mails.filter(({ text }) => text.includes(session));
};

const receiptIn = (dialog: Locator): Locator => dialog.getByRole('region', { name: 'Receipt' });

test('a receipt that bounced is seen, and sent to another address by keyboard alone', async ({
  page,
  baseURL,
}) => {
  const session = await buyAtOnce(baseURL, 'bundle');
  const number = await orderNumber(session);
  await expect.poll(() => mailsOf(page, session)).toHaveLength(1);
  const [mail] = await mailsOf(page, session);
  await control(baseURL, 'mail/bounce', { id: mail?.id });

  await logIn(page);
  await page.goto('/admin-orders');
  const lost = page.getByRole('region', { name: /^\d+ receipts? didn’t arrive$/ });
  await expect(page.locator(`[data-order="${number}"]`)).toContainText('Receipt not delivered');
  await lost.getByRole('link', { name: number }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Order number: ${number}` });
  const receipt = receiptIn(dialog);
  await expect(receipt.locator('[data-receipt="bounced"]')).toBeVisible();
  await expect(receipt).toContainText('most likely has a typo');
  await expect(dialog.locator('[data-kind="mail-lost"]')).toContainText('Receipt bounced');

  await receipt.getByRole('button', { name: 'Send to a different address' }).press('Enter');
  const address = receipt.getByLabel('Email address, for this receipt only');
  await expect(address).toBeFocused();
  await page.keyboard.type('grandma@example.com');
  await page.keyboard.press('Enter');
  await expect(receipt.getByRole('status')).toHaveText('The receipt is on its way.');
  await expect(receipt.getByRole('button', { name: 'Resend' })).toBeFocused();
  expect((await mailsOf(page, session)).map(({ to }) => to)).toEqual([
    'grandma@example.com',
    'parent@example.com',
  ]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.locator(`[data-order="${number}"]`)).not.toContainText('not delivered');
  await expect(lost.getByRole('link', { name: number })).toHaveCount(0);
  const isDelivered = async (): Promise<string> => {
    const { receipt: now } = await (await page.request.get(`/api/admin/orders/${number}`)).json();
    return now.state;
  };
  await expect.poll(isDelivered).toBe('delivered');
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

const openReceipt = async (page: Page, receipt: Partial<ReceiptView> = {}): Promise<Locator> => {
  await adminShows(page);
  await answer(page, `admin/orders/${NUMBER}`, { json: detail(receipt) });
  await page.goto(`/admin-orders#order=${NUMBER}`);
  return receiptIn(page.getByRole('dialog', { name: NUMBER }));
};

test('sending again says what came of it', PHONE_IF_DEEP, async ({ page }) => {
  const receipt = await openReceipt(page);
  const again = receipt.getByRole('button', { name: 'Resend' });
  const asked: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/receipt')) asked.push(request.postDataJSON());
  });

  await answer(page, PATH, 'never');
  await again.press('Enter');
  const busy = receipt.getByRole('button', { name: 'Sending...' });
  await expect(busy).toBeFocused();
  await expect(busy).toHaveAttribute('aria-disabled', 'true');
  await busy.press('Enter');
  await busy.press('Enter');
  await expect(receipt.getByRole('button')).toHaveCount(1);
  await expect.poll(() => asked).toEqual([{ copy: 1 }]);

  await page.reload();
  await answer(page, PATH, 'unreachable');
  await again.press('Enter');
  await expect(receipt.getByRole('alert')).toContainText('we can’t tell');
  await answer(page, PATH, DOWN);
  await again.press('Enter');
  await expect(receipt.getByRole('alert')).toContainText('Nothing was sent.');
  await answer(page, PATH, sent('failed', 'The mail service takes no mail just now.'));
  await again.press('Enter');
  await expect(receipt.getByRole('alert')).toHaveText('The mail service takes no mail just now.');
  await expect(again).toBeFocused();
  await answer(page, PATH, sent('sent', 'On its way.', { state: 'sent', next_copy: 2 }));
  await again.press('Enter');
  await expect(receipt.getByRole('status')).toHaveText('On its way.');
  await expect(receipt.getByRole('alert')).toHaveCount(0);
  await expect(receipt.locator('[data-receipt="sent"]')).toBeVisible();
  await again.press('Enter');
  await expect.poll(() => asked.at(-1)).toEqual({ copy: 2 });
});

test('another address can be typed, mended and given up', PHONE_IF_DEEP, async ({ page }) => {
  const receipt = await openReceipt(page);
  const other = receipt.getByRole('button', { name: 'Send to a different address' });
  const address = receipt.getByLabel('Email address, for this receipt only');
  await answer(page, PATH, sent('failed', 'The mail service refused it.', { next_copy: 2 }));
  await other.press('Enter');
  await page.keyboard.type('nobody');
  await page.keyboard.press('Enter');
  expect(await address.evaluate((field) => (field as HTMLInputElement).validity.valid)).toBe(false);
  await page.keyboard.type('@example.com');
  await page.keyboard.press('Enter');
  await expect(receipt.getByRole('alert')).toHaveText('The mail service refused it.');
  await expect(address).toHaveValue('nobody@example.com');
  await receipt.getByRole('button', { name: 'Don’t send' }).press('Enter');
  await expect(address).toHaveCount(0);
  await expect(receipt.getByRole('alert')).toHaveCount(0);
  await expect(receipt.getByRole('button', { name: 'Resend' })).toBeFocused();
});

test(
  'who reported a receipt as spam gets one at a second press',
  PHONE_IF_DEEP,
  async ({ page }) => {
    const receipt = await openReceipt(page, {
      state: 'spam',
      says: 'Its reader reported it as spam.',
    });
    const again = receipt.getByRole('button', { name: 'Resend' });
    const anyway = receipt.getByRole('button', { name: 'Send anyway' });
    await answer(page, PATH, sent('spam', 'Nothing was sent yet.', { state: 'spam' }));
    await again.press('Enter');
    await expect(receipt.getByRole('alert')).toHaveText('Nothing was sent yet.');
    await expect(anyway).toBeFocused();
    await receipt.getByRole('button', { name: 'Don’t send' }).press('Enter');
    await expect(again).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(anyway).toBeFocused();
    await answer(page, PATH, sent('sent', 'On its way.', { state: 'sent', next_copy: 2 }));
    const request = page.waitForRequest(/\/receipt$/);
    await page.keyboard.press('Enter');
    expect((await request).postDataJSON()).toEqual({ copy: 1, anyway: true });
    await expect(receipt.getByRole('status')).toHaveText('On its way.');
  },
);

test('where none can be sent there is no button', PHONE_IF_DEEP, async ({ page }) => {
  const says =
    'None was sent. The shop can’t send email right now, because no email service is set up.';
  const receipt = await openReceipt(page, { state: 'none', at: null, says, next_copy: null });
  await expect(receipt).toContainText(says);
  await expect(receipt.getByRole('button')).toHaveCount(0);
});
