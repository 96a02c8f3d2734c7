import { readFileSync } from 'node:fs';
import { type Locator, type Page, expect, test } from '@playwright/test';
import { orderNumber } from '../../src/contract/order-number.ts';
import { centsOf, plainDollars, priceOf } from '../catalogue.ts';
import { OWNER_PASSWORD, logIn } from './owner.ts';
import { buyAtOnce, control } from './stand-in.ts';

const rowOf = (page: Page, number: string): Locator => page.locator(`[data-order="${number}"]`);
const dialogOf = (page: Page, number: string): Locator =>
  page.getByRole('dialog', { name: `Order number: ${number}` });

test('an order is listed and found, and a refund of it is seen', async ({ page, baseURL }) => {
  const session = await buyAtOnce(baseURL, 'bundle');
  const number = await orderNumber(session);
  const [row, dialog] = [rowOf(page, number), dialogOf(page, number)];
  await logIn(page);
  await page.goto('/admin-orders?range=today');
  for (const words of ['Bundle', priceOf('bundle'), 'Paid']) await expect(row).toContainText(words);
  await expect(page.locator('[data-sales="today"] dl')).toContainText('Net');
  await page.getByLabel('Find an order').fill(session);
  await page.keyboard.press('Enter');
  await expect(dialog.locator('[data-state="paid"]')).toBeVisible();
  expect(new URL(page.url()).hash).toBe(`#order=${number}`);

  await control(baseURL, 'refund', { session });
  const refunded = async (): Promise<number> =>
    (await (await page.request.get(`/api/admin/orders/${number}`)).json()).refunded;
  await expect.poll(refunded).toBe(centsOf('bundle'));
  await page.reload();
  await expect(dialog.locator('[data-state="refunded"]')).toBeVisible();
  await expect(dialog.locator('[data-kind="refund"]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(row).toContainText(`${priceOf('bundle')} back`);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'All orders' }).click();
  const csv = readFileSync(await (await download).path(), 'utf8');
  const dollars = plainDollars(centsOf('bundle'));
  expect(csv).toMatch(new RegExp(`${number},.*,${dollars},${dollars},.*refunded`));
});

test('a block closes links made before, waits for a login, and is lifted', async ({
  page,
  baseURL,
}) => {
  const session = await buyAtOnce(baseURL, 'individual_guide_15_18');
  const number = await orderNumber(session);
  const access = await page.request.post('/api/secure-file-access', {
    data: { product_id: 'guide-3', session_id: session },
  });
  const [{ downloadUrl: ticket }] = (await access.json()).files;
  await logIn(page);
  await page.goto(`/admin-orders#order=${number}`);
  const dialog = dialogOf(page, number);
  const block = dialog.getByRole('button', { name: 'Block downloads' });
  await block.click();
  await dialog.getByRole('button', { name: 'Keep open' }).click();
  await expect(block).toBeFocused();
  await page.keyboard.press('Enter');
  await page.context().clearCookies({ name: /owner_session/ });
  await block.click();
  const login = page.getByRole('dialog', { name: 'Your session has ended' });
  await login.getByLabel('Password').fill(OWNER_PASSWORD);
  await login.getByRole('button', { name: 'Log in' }).click();
  await expect(dialog.getByText('Downloads are blocked.')).toBeVisible();
  await expect(rowOf(page, number).locator('[data-state="blocked"]')).toHaveCount(1);
  expect((await page.request.get(ticket)).status()).toBe(403);
  const buyer = await page.context().newPage();
  await buyer.goto(`/payment-success?session_id=${session}`);
  await expect(buyer.getByRole('heading', { name: 'This order is on hold' })).toBeVisible();

  const lift = dialog.getByRole('button', { name: 'Unblock' });
  await lift.click();
  await lift.click();
  await expect(dialog.locator('[data-state="paid"]')).toBeVisible();
  expect((await page.request.get(ticket)).status()).toBe(200);
});
