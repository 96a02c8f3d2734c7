import { expect, test } from '@playwright/test';
import { goToCheckout } from './parent.ts';

test('the download page without a session sends home, with the reason once', async ({ page }) => {
  await page.goto('/guide-download');
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(page.getByText('Access denied')).toBeVisible();
  await expect(
    page.getByText('No valid session found. Please complete your purchase first.'),
  ).toBeVisible();
  await page.reload();
  await page.waitForTimeout(500);
  await expect(page.getByText('Access denied')).toHaveCount(0);
});

for (const [name, query] of [
  ['that never was', '?session_id=cs_test_nobody'],
  ['that is no session id at all', '?session_id=%3Cb%3E'],
] as const) {
  test(`the download page for a session ${name} sends home with the reason`, async ({ page }) => {
    await page.goto(`/guide-download${query}`);
    await expect(page).toHaveURL(/:\d+\/$/);
    await expect(page.getByText('Access denied')).toBeVisible();
  });
}

test('a session that was not paid opens no download', async ({ page }) => {
  await page.goto('/guide-1');
  const checkout = await goToCheckout(
    page,
    page.getByRole('button', { name: /^Buy Guide 1/ }).first(),
  );
  const sessionId = /cs_test_\w+/.exec(checkout.url())?.[0] ?? '';
  await page.goto(`/guide-download?session_id=${sessionId}`);
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(
    page.getByText('No valid purchase found. Please complete your payment first.'),
  ).toBeVisible();
});

test('a purchase that cannot be verified is said to be, with whom to ask', async ({ page }) => {
  await page.route('**/api/verify-payment', (route) => route.abort());
  await page.route('**/api/orders*', (route) => route.abort());
  await page.goto('/guide-download?session_id=cs_test_any');
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(page.getByText('Verification failed')).toBeVisible();
  await expect(
    page.getByText('Unable to verify your purchase. Please contact support.'),
  ).toBeVisible();
});

test('an unknown address shows the 404 page and a way home', async ({ page }) => {
  const response = await page.goto('/no-such-page?session_id=cs_test_secret');
  expect(response?.status()).toBe(404);
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: /home/i }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
});

test('pages that carry a session id are kept by nobody and tell nobody', async ({ request }) => {
  for (const path of ['/payment-success', '/guide-download']) {
    const response = await request.get(`${path}?session_id=cs_test_secret`);
    expect(response.headers()).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(await response.text()).toContain('noindex');
  }
});
