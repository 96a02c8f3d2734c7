import { type Page, expect, test } from '@playwright/test';
import { SESSION, purchaseIs } from './answers.ts';
import { holdScripts } from './parent.ts';

const SUCCESS = `/payment-success?session_id=${SESSION}`;
const DOWNLOAD = `/guide-download?session_id=${SESSION}`;

/** What the page asks about its payment, in order. */
const watchChecks = (page: Page): string[] => {
  const checks: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/verify-payment')) checks.push(request.postData() ?? '');
  });
  return checks;
};

for (const [path, words] of [
  [SUCCESS, 'Order confirmed'],
  [DOWNLOAD, 'Your Guide is Ready!'],
] as const) {
  test(`${path} asks before its scripts have come, once, and uses what it hears`, async ({
    page,
  }) => {
    const checks = watchChecks(page);
    const release = await holdScripts(page);
    await purchaseIs(page, 'paid');
    const answered = page.waitForResponse('**/api/verify-payment');
    await page.goto(path, { waitUntil: 'commit' });
    const request = (await answered).request();
    expect(await page.locator('astro-island[ssr]').count()).toBeGreaterThan(0);
    expect(checks).toEqual([JSON.stringify({ sessionId: SESSION })]);
    expect((await request.allHeaders())['referer']).toBeUndefined();
    release();
    await expect(page.getByText(words)).toBeVisible();
    expect(checks).toHaveLength(1);
  });
}

test('a first check that fails is tried again in silence', async ({ page }) => {
  const checks = watchChecks(page);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await purchaseIs(page, 'paid');
  await page.route('**/api/verify-payment', (route) => route.abort(), { times: 1 });
  await page.goto(DOWNLOAD);
  await expect(page.getByText('Your Guide is Ready!')).toBeVisible();
  expect(checks).toHaveLength(2);
  expect(errors).toEqual([]);
});

test('an address without a session asks nothing', async ({ page }) => {
  const checks = watchChecks(page);
  await page.goto('/payment-success');
  await expect(page.getByText('This address names no order.')).toBeVisible();
  expect(checks).toEqual([]);
});
