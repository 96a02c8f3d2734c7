import { expect, test } from '@playwright/test';
import { CARD, expectStoredBytes, payByCard } from './parent.ts';

test.use({ javaScriptEnabled: false });

test('a parent without JavaScript buys a guide and holds the PDF', async ({ page }) => {
  await page.goto('/guide-1');
  await page.getByRole('button', { name: 'Buy Guide 1 – $8.99' }).first().click();
  await page.waitForURL(/\/c\/pay\//);
  await payByCard(page, CARD.pays);
  await page.waitForURL(/\/payment-success\?session_id=/);
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await page.getByRole('button', { name: 'Show my files' }).click();
  const link = page.getByRole('link', { name: 'Download Money-Smart-Kids-Ages-6-10.pdf' });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  await expectStoredBytes(page, download);
});

test('a parent without JavaScript buys the bundle and finds every file', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Get the Bundle' }).first().click();
  await payByCard(page, CARD.pays);
  await page.getByRole('button', { name: 'Show my files' }).click();
  await expect(page.getByRole('link', { name: /^Download Money-Smart-Kids-/ })).toHaveCount(4);
});

test('a download page without a paid order says so and leads home', async ({ page }) => {
  await page.goto('/guide-download?session_id=cs_test_nobody');
  await page.getByRole('button', { name: 'Show my files' }).click();
  await expect(page.getByRole('heading', { name: 'Access denied' })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
});
