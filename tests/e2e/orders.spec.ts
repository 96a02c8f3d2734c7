import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { orderNumber } from '../../src/contract/order-number.ts';
import { centsOf, plainDollars, priceOf, productOf } from '../catalogue.ts';
import { OWNER_PASSWORD, logIn } from './owner.ts';
import { buyAtOnce, control } from './stand-in.ts';

test('the owner finds an order, blocks it and lifts the block, and reads of its refund', async ({
  page,
  baseURL,
}) => {
  const session = await buyAtOnce(baseURL, productOf('guide-3').product_type);
  const access = await page.request.post('/api/secure-file-access', {
    data: { product_id: 'guide-3', session_id: session },
  });
  const [{ downloadUrl: ticket }] = (await access.json()).files;
  const number = await orderNumber(session);
  const row = page.locator(`[data-order="${number}"]`);
  const dialog = page.getByRole('dialog', { name: `Order number: ${number}` });
  await logIn(page);
  await page.goto('/admin-orders');
  await expect(row).toContainText(priceOf('guide-3'));
  const report = page.getByRole('table');
  const month = report.getByRole('rowgroup').filter({ hasText: 'This month' });
  await expect(month.getByRole('row').last()).toContainText('Total, USD');
  await page.getByLabel('Find an order').fill(session);
  await page.keyboard.press('Enter');
  const block = dialog.getByRole('button', { name: 'Block downloads' });
  await block.click();
  expect(new URL(page.url()).hash).toBe(`#order=${number}`);
  await dialog.getByRole('button', { name: 'Keep open' }).click();
  await expect(block).toBeFocused();
  await page.keyboard.press('Enter');
  await page.context().clearCookies({ name: /owner_session/ });
  await block.click();
  const login = page.getByRole('dialog', { name: 'Your session has ended' });
  await login.getByLabel('Password').fill(OWNER_PASSWORD);
  await login.getByRole('button', { name: 'Log in' }).click();
  await expect(dialog.getByText('Downloads are blocked.')).toBeVisible();
  await expect(row.locator('[data-state="blocked"]')).toHaveCount(1);
  expect((await page.request.get(ticket)).status()).toBe(403);
  const buyer = await page.context().newPage();
  await buyer.goto(`/payment-success?session_id=${session}`);
  await expect(buyer.getByRole('heading', { name: 'This order is on hold' })).toBeVisible();

  const lift = dialog.getByRole('button', { name: 'Unblock' });
  for (let press = 0; press < 2; press += 1) await lift.click();
  await expect(dialog.locator('[data-state="paid"]')).toBeVisible();
  expect((await page.request.get(ticket)).status()).toBe(200);

  await control(baseURL, 'refund', { session });
  const refunded = async (): Promise<number> =>
    (await (await page.request.get(`/api/admin/orders/${number}`)).json()).refunded;
  await expect.poll(refunded).toBe(centsOf('guide-3'));
  await page.reload();
  await expect(dialog.locator('[data-state="refunded"]')).toBeVisible();
  await expect(dialog.locator('[data-kind="refund"]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(row).toContainText(`${priceOf('guide-3')} back`);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const csv = readFileSync(await (await download).path(), 'utf8');
  const dollars = plainDollars(centsOf('guide-3'));
  expect(csv).toMatch(new RegExp(`${number},.*,${dollars},${dollars},.*refunded`));
});
