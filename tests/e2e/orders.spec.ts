import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { orderNumber } from '../../src/contract/order-number.ts';
import { buy } from '../buyer.ts';
import { priceOf } from '../catalog.ts';
import { DOWN } from './admin-answers.ts';
import { answer } from './answers.ts';
import { PHONE_IF_DEEP } from './devices.ts';
import { logIn } from './owner.ts';
import { SITE_URL } from './site.ts';
import { mailWith } from './stand-in.ts';

const WALK =
  'the owner finds an order, sends its receipt again, blocks and opens it, and saves the list';

test(WALK, PHONE_IF_DEEP, async ({ page }) => {
  await buy(SITE_URL, 'bundle');
  const session = await buy(SITE_URL, 'guide-3');
  await mailWith(session);
  const number = await orderNumber(session);
  const row = page.locator(`[data-order="${number}"]`);
  const dialog = page.getByRole('dialog', { name: `Order MSK-${number}` });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const detail = `/api/admin/orders/${number}`;
  await logIn(page);
  await page.goto('/admin-orders');
  await expect(row).toContainText(priceOf('guide-3'));
  const search = page.getByRole('search');
  const find = async (query: string): Promise<void> => {
    await search.getByLabel('Find an order').fill(query);
    await page.keyboard.press('Enter');
  };
  await find('nobody@example.com');
  await expect(search.getByText('No orders match “nobody@example.com”.')).toBeVisible();
  await find('parent@example.com');
  await expect(search.getByText(/^\d+ orders match\.$/)).toBeVisible();
  await search.getByRole('link', { name: number }).press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await find(session);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copy the download link' }).click();
  await expect(dialog.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/guide-download?');
  const receipt = dialog.getByRole('region', { name: 'Receipt' });
  await expect(receipt).toContainText(/Receipt sent to the buyer on .*\. Resend ID: \S+/);
  const another = receipt.getByLabel('Send to');
  const reason = 'invalid_to_address';
  const order = await (await page.request.get(detail)).json();
  await answer(page, `admin/orders/${number}/receipt`, {
    json: { outcome: 'refused', reason, order },
  });
  await another.fill('nobody@example.com');
  await page.keyboard.press('Enter');
  await expect(receipt.getByRole('alert')).toHaveText(`The receipt was refused: ${reason}.`);
  await expect(another).toHaveValue('nobody@example.com');
  await page.unrouteAll();
  await another.fill('grandma@example.com');
  await page.keyboard.press('Enter');
  await expect(receipt.getByRole('status')).toHaveText('The receipt is on its way.');
  await expect(receipt).toContainText('Copy 1 sent to another address');
  await mailWith('grandma@example.com', session);
  await another.fill('');
  await page.keyboard.press('Enter');
  await expect(receipt).toContainText('Copy 2 sent to the buyer');

  const block = dialog.getByRole('button', { name: 'Put on hold' });
  await block.click();
  expect(new URL(page.url()).hash).toBe(`#order=${number}`);
  const question = page.getByRole('dialog', { name: /^Put this order on hold\?/ });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(block).toBeFocused();
  await answer(page, `admin/orders/${number}/access`, DOWN);
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Please try again');
  await expect(block).toBeFocused();
  await page.unrouteAll();
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('Enter');
  await expect(dialog.locator('[data-status="blocked"]')).toHaveText('On hold');
  await expect(dialog).toContainText('You put this order on hold on ');
  await expect(row.locator('[data-status="blocked"]')).toHaveCount(1);

  await dialog.getByRole('button', { name: 'Open downloads' }).press('Enter');
  await page.keyboard.press('Enter');
  await expect(dialog.locator('[data-status="paid"]')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row.locator('[data-status="paid"]')).toHaveCount(1);

  expect(asked.filter((url) => /cs_test|parent/.test(url))).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^orders-.*\.csv$/);
  // The page has not revoked its address too early.
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toContain('MSK-');
});
