import { type Page, expect, test } from '@playwright/test';
import { UNHEALTHY, mockGuidesPage } from './admin-answers.ts';
import { mockResponse } from './answers.ts';
import { DEEP_ONLY } from './devices.ts';

const firstGuide = (page: Page) => page.locator('[data-product]').first();

test.describe('the guides page', DEEP_ONLY, () => {
  test('shows findings about the shop above the guides', async ({ page }) => {
    await mockGuidesPage(page);
    await mockResponse(page, 'health', UNHEALTHY);
    await page.goto('/admin-upload');
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Please fix');
    await expect(firstGuide(page)).toBeVisible();
  });

  for (const { name, position, edition } of [
    { name: 'the newer of two earlier editions', position: 0, edition: 'earlier' },
    { name: 'the older of two earlier editions', position: 1, edition: 'earliest' },
  ]) {
    test(`restores ${name}`, async ({ page }) => {
      await mockGuidesPage(page);
      await page.goto('/admin-upload');
      await firstGuide(page).getByText('2 earlier editions').click();
      const restored = page.waitForRequest('**/restore');

      await firstGuide(page).getByRole('button', { name: 'Restore' }).nth(position).press('Enter');
      await page.keyboard.press('Enter');
      expect((await restored).postDataJSON()).toEqual({ edition });
    });
  }

  test('does not restore an edition after "Cancel"', async ({ page }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await mockGuidesPage(page);
    await page.goto('/admin-upload');
    await firstGuide(page).getByText('2 earlier editions').click();
    const restore = firstGuide(page).getByRole('button', { name: 'Restore' }).first();

    await restore.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(restore).toBeFocused();
    expect(requests.filter((path) => path.endsWith('/restore'))).toEqual([]);
  });

  test('offers to announce an edition if the shop sends email', async ({ page }) => {
    await mockGuidesPage(page);
    await page.goto('/admin-upload');
    await expect(firstGuide(page).getByText('Announce to past buyers')).toBeVisible();
    await expect(page.getByText('You can’t announce a new edition yet')).toHaveCount(0);
  });

  test('says that an edition cannot be announced if the shop sends no email', async ({ page }) => {
    await mockGuidesPage(page, { preview_to: null });
    await page.goto('/admin-upload');
    await expect(page.getByText('You can’t announce a new edition yet')).toBeVisible();
    await expect(page.getByText('Announce to past buyers')).toHaveCount(0);
  });
});
