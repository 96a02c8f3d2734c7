import { readFileSync } from 'node:fs';
import { type Locator, type Page, expect, test } from '@playwright/test';
import { orderNumber } from '../../src/contract/order-number.ts';
import { centsOf, plainDollars, priceOf } from '../catalogue.ts';
import { OWNER_PASSWORD, logIn } from './owner.ts';
import { buyAtOnce, control } from './stand-in.ts';

const rowOf = (admin: Page, number: string): Locator => admin.locator(`[data-order="${number}"]`);
const dialogOf = (admin: Page, number: string): Locator =>
  admin.getByRole('dialog', { name: `Order number: ${number}` });
const figure = (admin: Page, name: string): Locator =>
  admin.locator('[data-sales] dl > div').filter({ hasText: name }).locator('dd');
const PRICE = centsOf('bundle') / 100;
const TOLD = plainDollars(centsOf('bundle'));
const amountIn = async (place: Locator): Promise<number> =>
  Number((await place.textContent())?.replaceAll(/[$,]/g, ''));

const openAdmin = async (admin: Page, query = ''): Promise<void> => {
  await logIn(admin);
  await admin.goto(`/admin-orders${query}`);
  await expect(admin.locator('[data-order]').first()).toBeVisible();
};

const find = async (admin: Page, query: string): Promise<void> => {
  await admin.getByLabel('Find an order').fill(query);
  await admin.getByLabel('Find an order').press('Enter');
};

test('an order is listed and found, and a refund changes all sums', async ({ page, baseURL }) => {
  const session = await buyAtOnce(baseURL, 'bundle');
  const number = await orderNumber(session);
  const [row, dialog] = [rowOf(page, number), dialogOf(page, number)];
  await openAdmin(page, '?range=today');
  await expect(row).toContainText('Bundle');
  await expect(row).toContainText(priceOf('bundle'));
  await expect(row).toContainText('Paid');
  const sold = await amountIn(figure(page, 'Sales'));
  expect(sold).toBeGreaterThanOrEqual(PRICE);
  const before = await amountIn(figure(page, 'Refunded'));
  expect(await amountIn(figure(page, 'Net'))).toBeCloseTo(sold - before);

  await find(page, number.replaceAll('-', '').toLowerCase());
  await expect(dialog.locator('[data-state="paid"]')).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await find(page, session);
  await expect(dialog).toBeVisible();
  expect(new URL(page.url()).hash).toBe(`#order=${number}`);

  await control(baseURL, 'refund', { session, amount: 21 });
  await control(baseURL, 'refund', { session });
  const refunded = async (): Promise<number> =>
    (await (await page.request.get(`/api/admin/orders/${number}`)).json()).refunded;
  await expect.poll(refunded).toBe(centsOf('bundle'));
  await page.reload();
  await expect(dialog.locator('[data-state="refunded"]')).toBeVisible();
  await expect(dialog.locator('[data-kind="refund"]')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(row).toContainText(`${priceOf('bundle')} back`);
  expect(await amountIn(figure(page, 'Refunded'))).toBeGreaterThanOrEqual(before + PRICE);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'All orders' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const csv = readFileSync(await download.path(), 'utf8');
  expect(csv.split('\r\n').filter((line) => line.includes(number))).toEqual([
    expect.stringMatching(new RegExp(`,${TOLD},${TOLD},.*refunded`)),
  ]);
  expect(csv).not.toContain('cs_test_');
});

test('a block closes links made before, waits for a login, and is lifted', async ({
  page: admin,
  baseURL,
}) => {
  const session = await buyAtOnce(baseURL, 'individual_guide_15_18');
  const number = await orderNumber(session);
  const access = await admin.request.post('/api/secure-file-access', {
    data: { product_id: 'guide-3', session_id: session },
  });
  const [{ downloadUrl: ticket }] = (await access.json()).files;
  await openAdmin(admin, `#order=${number}`);
  const dialog = dialogOf(admin, number);
  const block = dialog.getByRole('button', { name: 'Block downloads' });
  await block.click();
  await expect(dialog.getByText('stop working right away')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep open' }).click();
  await expect(block).toBeFocused();
  await admin.keyboard.press('Enter');
  await admin.context().clearCookies({ name: /owner_session/ });
  await block.click();
  const login = admin.getByRole('dialog', { name: 'Your session has ended' });
  await login.getByLabel('Password').fill(OWNER_PASSWORD);
  await login.getByRole('button', { name: 'Log in' }).click();
  await expect(login).toBeHidden();
  await expect(dialog.getByText('Downloads are blocked.')).toBeVisible();
  await expect(dialog.locator('[data-state="blocked"]')).toBeVisible();
  await expect(rowOf(admin, number).locator('[data-state="blocked"]')).toHaveCount(1);
  expect((await admin.request.get(ticket)).status()).toBe(403);
  const buyer = await admin.context().newPage();
  await buyer.goto(`/payment-success?session_id=${session}`);
  await expect(buyer.getByRole('heading', { name: 'This order is on hold' })).toBeVisible();

  const lift = dialog.getByRole('button', { name: 'Unblock' });
  await lift.click();
  await lift.click();
  await expect(dialog.getByText('Downloads are open again.')).toBeVisible();
  await expect(dialog.locator('[data-state="paid"]')).toBeVisible();
  await expect(dialog.locator('[data-kind="blocked"]')).toHaveCount(1);
  await expect(dialog.locator('[data-kind="unblocked"]')).toHaveCount(1);
  expect((await admin.request.get(ticket)).status()).toBe(200);
});
