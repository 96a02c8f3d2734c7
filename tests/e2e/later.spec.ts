import { type Page, expect, test } from '@playwright/test';
import { productOf } from '../catalogue.ts';
import { buyButton, CARD, checkoutFrom, scriptsRun } from './parent.ts';
import { buyAtOnce } from './stand-in.ts';

/** The stand-in's page for the developer: what happens at Stripe or at the bank happens there. */
const atStripe = async (page: Page, sessionId: string, button: string): Promise<void> => {
  const standIn = new URL(page.url());
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
  const sessionId = new URL(checkout.url()).searchParams.get('session_id') ?? '';
  const heading = checkout.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Your payment is on its way');
  await expect(checkout.getByText('need to pay again. This page keeps checking.')).toBeVisible();
  await checkout.getByRole('link', { name: 'Go to your download' }).click();
  await checkout.waitForURL(/\/guide-download/);
  await expect(heading).toHaveText('Your payment is on its way');
  await atStripe(checkout, sessionId, 'Settle');
  await expect(heading).toHaveText('Your Guide is Ready!');
});

test('a refund takes the files away, also from a page that is open', async ({ page, baseURL }) => {
  const { product_type: type, file_name: fileName } = productOf('guide-3');
  const session = await buyAtOnce(baseURL, type);
  await page.goto(`/guide-download?session_id=${session}`);
  const href = await page.getByRole('link', { name: fileName }).getAttribute('href');
  await atStripe(page, session, 'Refund in full');
  await expect.poll(async () => (await page.request.get(href ?? '')).status()).toBe(403);
  await page.getByRole('button', { name: 'Download Your Guide' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  const words = /Your money is on its way back to you/;
  await expect(page.getByText('This order was refunded')).toBeVisible();
  await expect(page.getByText(words)).toBeVisible();
  await page.goto(`/payment-success?session_id=${session}`);
  await expect(page.getByText(words).first()).toBeVisible();
});

test('everything on the way can be done with the keyboard alone', async ({ page }) => {
  await page.goto('/guide-1');
  await scriptsRun(page);
  await buyButton(page).focus(); // which Tab reaches, see a11y.spec.ts
  const popup = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  const checkout = await popup;
  await checkout.waitForURL(/\/c\/pay\//);
  await checkout.getByLabel('Email').focus();
  await checkout.keyboard.type('parent@example.com');
  await checkout.getByLabel('Card number').focus();
  await checkout.keyboard.type(CARD.pays);
  for (const typed of ['12/34', '123']) {
    await checkout.keyboard.press('Tab');
    await checkout.keyboard.type(typed);
  }
  await checkout.keyboard.press('Enter');
  await checkout.getByRole('link', { name: 'Go to your download' }).focus();
  await checkout.keyboard.press('Enter');
  await expect(checkout.getByRole('heading', { name: 'Your Guide is Ready!' })).toBeFocused();
  await checkout.keyboard.press('Tab');
  const download = checkout.waitForEvent('download');
  await checkout.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toBe(productOf('guide-1').file_name);
});
