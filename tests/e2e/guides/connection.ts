import { expect, test } from '@playwright/test';
import { openAdmin } from '../owner-shop.ts';
import { OWNER_PASSWORD } from '../owner.ts';
import { MB, guideOf, step, upload } from './upload.ts';

/** tests/admin/upload.alone.test.ts has what else may happen to a part. */
export const testConnection = (): void =>
  test('neither a broken connection nor an ended session costs an upload', async ({
    context,
    page,
  }) => {
    await openAdmin(page);
    const taken: (string | undefined)[] = [];
    page.on('response', (response) => {
      if (response.status() === 204) taken.push(/\/parts\/(\d+)$/.exec(response.url())?.[1]);
    });
    const faults = ['none', 'connection', 'session'];
    await page.route(/\/parts\/\d+$/, async (route) => {
      const fault = faults.shift();
      if (fault === 'connection') return route.abort();
      if (fault === 'session') await context.clearCookies({ name: /owner_session/ });
      return route.continue();
    });
    await upload(page, await guideOf(2.5 * MB));
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').fill(OWNER_PASSWORD);
    await expect(step(page, 'waiting')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(step(page, 'done')).toBeVisible();
    expect(taken).toEqual(['0', '1', '2']);
  });
