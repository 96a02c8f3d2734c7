import { type Page, expect, test } from '@playwright/test';
import { mockResponse, problem } from './answers.ts';
import { holdScripts, waitForScripts } from './parent.ts';

const alert = (page: Page) => page.getByRole('alert');
const field = (page: Page) => page.getByLabel('Your email address');
const button = (page: Page) => page.getByRole('button', { name: 'Send me my links' });
const heading = (page: Page) => page.getByRole('heading', { name: 'Check your inbox' });

test('keeps an address typed before React loads, and explains why it is invalid', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto('/find-purchase', { waitUntil: 'commit' });
  await field(page).fill('ann@example');
  release();
  await waitForScripts(page);
  await button(page).click();
  await expect(alert(page)).toContainText('name@example.com');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
});

test('shows why a request was refused, and accepts the next request', async ({ page }) => {
  const wait = 'Those were too many requests at once. Please try again in 42 seconds.';
  await mockResponse(page, 'find-purchase', problem(429, wait));
  await page.goto('/find-purchase');
  await waitForScripts(page);
  await field(page).fill('ann@example.com');
  await field(page).press('Enter');
  await expect(alert(page)).toContainText(wait);

  await mockResponse(page, 'find-purchase', { status: 202, json: { status: 'accepted' } });
  await field(page).press('Enter');
  await expect(heading(page)).toBeFocused();
  await page.getByRole('link', { name: 'Try that one' }).click();
  await expect(field(page)).toBeFocused();
});

test('corrects a typo in an email domain when the visitor accepts the suggestion', async ({
  page,
}) => {
  await page.goto('/find-purchase');
  await waitForScripts(page);
  await field(page).fill('ann@gmial.com');
  await field(page).press('Tab');
  await page.getByRole('button', { name: 'ann@gmail.com' }).press('Enter');
  await expect(field(page)).toHaveValue('ann@gmail.com');
});
