import { type Page, expect, test } from '@playwright/test';
import { productOf } from '../catalogue.ts';
import { answer, problem } from './answers.ts';
import { buyButton, CARD, checkoutFrom, payByCard, scriptsRun } from './parent.ts';

/** The stand-in's page for the developer: what happens at Stripe or at the bank happens there. */
const atStripe = async (page: Page, checkout: Page, button: string): Promise<void> => {
  const sessionId = new URL(checkout.url()).searchParams.get('session_id') ?? '';
  const standIn = new URL(checkout.url());
  standIn.port = String(Number(standIn.port) + 1);
  const dashboard = await page.context().newPage();
  await dashboard.goto(standIn.origin);
  const payment = dashboard.locator('li').filter({ hasText: sessionId.slice(-8) });
  await payment.getByRole('button', { name: button }).click();
  await dashboard.waitForLoadState();
  await dashboard.close();
};

test('a slow bank is waited for, and the page goes on', async ({ page }) => {
  const checkout = await checkoutFrom(page, '/guide-2');
  await checkout.getByLabel('Email').fill('parent@example.com');
  await checkout.getByText('Bank debit').click();
  await checkout.getByLabel('The bank').selectOption('never');
  await checkout.getByRole('button', { name: /^Pay \$/ }).click();
  await checkout.waitForURL(/\/payment-success/);
  await expect(checkout.getByText('Your payment is still processing')).toBeVisible();
  await checkout.getByRole('link', { name: 'Go to your download' }).click();
  await expect(checkout.getByText('Your payment is still processing')).toBeVisible();
  await atStripe(page, checkout, 'Settle');
  await expect(checkout.getByRole('heading', { name: 'Your Guide is Ready!' })).toBeVisible();
});

test('a refund takes the files away, also from a page that is open', async ({ page }) => {
  const checkout = await checkoutFrom(page, '/guide-3');
  await payByCard(checkout, CARD.pays);
  await checkout.getByRole('link', { name: 'Go to your download' }).click();
  const link = checkout.getByRole('link', { name: productOf('guide-3').file_name });
  await expect(link).toBeVisible();
  const sessionId = new URL(checkout.url()).searchParams.get('session_id');
  const ticket = new URL((await link.getAttribute('href')) ?? '', checkout.url()).href;
  await atStripe(page, checkout, 'Refund in full');
  await expect.poll(async () => (await checkout.request.get(ticket)).status()).toBe(403);
  await checkout.getByRole('button', { name: 'Download Your Guide' }).click();
  await expect(checkout).toHaveURL(/:\d+\/$/);
  const words = /Your money is on its way back to you/;
  await expect(checkout.getByText('This order was refunded')).toBeVisible();
  await expect(checkout.getByText(words)).toBeVisible();
  for (const path of ['/guide-download', '/payment-success']) {
    await checkout.goto(`${path}?session_id=${sessionId}`);
    await expect(checkout.getByText('This order was refunded').first()).toBeVisible();
    await expect(checkout.getByText(words).first()).toBeVisible();
  }
});

test('everything on the way can be done with the keyboard alone', async ({ page }) => {
  await page.goto('/guide-1');
  await scriptsRun(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  const buy = buyButton(page);
  for (let i = 0; i < 30; i += 1) {
    if (await buy.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(buy).toBeFocused();
  const popup = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  const checkout = await popup;
  await checkout.waitForURL(/\/c\/pay\//);
  await checkout.getByLabel('Email').focus();
  await checkout.keyboard.type('parent@example.com');
  await checkout.getByLabel('Card number').focus();
  await checkout.keyboard.type(CARD.pays);
  await checkout.keyboard.press('Tab');
  await checkout.keyboard.type('12/34');
  await checkout.keyboard.press('Tab');
  await checkout.keyboard.type('123');
  await checkout.keyboard.press('Enter');
  await checkout.getByRole('link', { name: 'Go to your download' }).focus();
  await checkout.keyboard.press('Enter');
  await expect(checkout.getByRole('heading', { name: 'Your Guide is Ready!' })).toBeFocused();
  await checkout.keyboard.press('Tab');
  const download = checkout.waitForEvent('download');
  await checkout.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toBe(productOf('guide-1').file_name);
});

test('a press by keyboard that fails leaves the focus on its button', async ({ page }) => {
  await page.goto('/guide-1');
  await scriptsRun(page);
  await answer(page, 'create-payment', problem(502, 'The payment service cannot be reached.'));
  await buyButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Payment error')).toBeVisible();
  await expect(buyButton(page)).toBeFocused();
});

test('an unpaid session opens no download; the reason is told once', async ({ page }) => {
  const checkout = await checkoutFrom(page, '/guide-1');
  const sessionId = /cs_test_\w+/.exec(checkout.url())?.[0] ?? '';
  await page.goto(`/guide-download?session_id=${sessionId}`);
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(page.getByText('Access denied')).toBeVisible();
  await page.reload();
  await page.waitForTimeout(500);
  await expect(page.getByText('Access denied')).toHaveCount(0);
});
