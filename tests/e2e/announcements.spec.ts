import { expect, test } from '@playwright/test';
import { guidesAre, guidesResponse } from './guides/answers.ts';
import { item } from './guides/upload.ts';

test('the owner reads how many buyers are left to be told, and stops', async ({ page }) => {
  const begun = { begun_at: '2026-11-20T09:30:00.000Z', buyers: 1204, paused_until: null };
  const withLeft = (left: number) => guidesResponse({ announcement: { ...begun, left } });
  await guidesAre(page);
  await page.route('**/api/admin/guides', (route) => route.fulfill({ json: withLeft(892) }));
  const asked: unknown[] = [];
  await page.route('**/api/admin/guides/*/announce', (route) => {
    asked.push(route.request().postDataJSON());
    return route.fulfill({ json: withLeft(0).products[0] });
  });
  await page.goto('/admin-upload');
  await expect(item(page)).toContainText('Emailing past buyers: 892 of 1,204 left.');
  await item(page).getByRole('button', { name: 'Stop' }).press('Enter');
  await page.keyboard.press('Enter');
  await expect(item(page)).toContainText('Emails to past buyers: none left.');
  expect(asked).toEqual([{ action: 'stop', edition: 'current' }]);
  await expect(item(page).locator('[data-announcement]')).toBeFocused();
});
