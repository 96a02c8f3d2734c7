import { type Page, expect, test } from '@playwright/test';
import { DOWN, NOT_WELL, adminShows, guidesAre, numberFor } from './admin-answers.ts';
import { answer } from './answers.ts';
import { DEEP_ONLY } from './devices.ts';

const row = (page: Page, n: number) =>
  page.locator(`[data-order="${numberFor(n)}"]`).getByRole('link');
const dialog = (page: Page, n: number) => page.getByRole('dialog', { name: numberFor(n) });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** What is wrong with the shop. */
const findings = (page: Page) => page.getByRole('region', { name: 'Please fix' });

test(
  'the list survives a database that is down, grows below the focus, and comes after what is wrong or waits',
  DEEP_ONLY,
  async ({ page }) => {
    await adminShows(page);
    await answer(page, 'admin/orders', DOWN);
    await page.goto('/admin-orders');
    await expect(page.getByRole('alert')).toContainText('The orders couldn’t be loaded');
    await adminShows(page, { orders: 0 });
    await button(page, 'Try again').press('Enter');
    await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible();
    await expect(findings(page)).toHaveCount(0);
    await adminShows(page, { orders: 50 });
    await answer(page, 'health', NOT_WELL);
    await page.reload();
    await expect(page.getByText('25 of 50 orders')).toBeVisible();
    await expect(findings(page)).toBeVisible();
    const waiting = page.getByRole('region', { name: 'To refund in Stripe' });
    await expect(waiting.getByRole('listitem')).toHaveText([/14 days left$/]);
    await waiting.getByRole('link', { name: `MSK-${numberFor(0)}` }).press('Enter');
    await expect(dialog(page, 0)).toContainText(/Withdrawn on Nov 21, .*Refund in Stripe by Dec 5/);
    await expect(dialog(page, 0)).toContainText(
      /Dispute over \$10\.00: respond in Stripe by Dec 11, /,
    );
    const link = dialog(page, 0).getByRole('link', { name: 'Open in Stripe' });
    await expect(link).toHaveAttribute('href', /stripe\.com\/test\/payments\/pi_/);
    await button(page, 'Close').click();
    await row(page, 3).press('Enter');
    await expect(dialog(page, 3)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(row(page, 3)).toBeFocused();
    await expect(page).toHaveURL(/\/admin-orders$/);

    await answer(page, 'admin/orders', DOWN);
    await button(page, 'Show more').press('Enter');
    await expect(page.getByRole('alert')).toBeVisible();
    await adminShows(page, { orders: 50 });
    await button(page, 'Show more').press('Enter');
    await expect(page.getByText('50 of 50 orders')).toBeVisible();
    await expect(row(page, 25)).toBeFocused();
    await expect(button(page, 'Show more')).toHaveCount(0);

    await expect(page.getByLabel('Orders as a CSV file')).toHaveValue('2026-11');
    await answer(page, 'admin/orders.csv', DOWN);
    await button(page, 'Download CSV').click();
    await expect(page.getByRole('alert')).toContainText('Please try again in a minute.');

    await guidesAre(page);
    await answer(page, 'health', NOT_WELL);
    await page.goto('/admin-upload');
    await expect(findings(page)).toBeVisible();
    const restored = page.waitForRequest('**/restore');
    await page.getByText('2 earlier editions').first().click();
    await button(page, 'Restore').nth(1).press('Enter');
    await page.keyboard.press('Enter');
    expect((await restored).postDataJSON()).toEqual({ edition: 'earliest' });
    await guidesAre(page, { preview_to: null });
    await page.reload();
    await expect(page.getByText('You can’t announce a new edition yet')).toBeVisible();
    await expect(page.getByText('Announce to past buyers')).toHaveCount(0);
  },
);

test('Escape closes a question and leaves its order open', async ({ page }) => {
  await adminShows(page);
  await page.goto(`/admin-orders#order=${numberFor(6)}`);
  await button(page, 'Put on hold').press('Enter');
  const question = page.getByRole('dialog', { name: /^Put this order on hold\?/ });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(button(page, 'Put on hold')).toBeFocused();
});
