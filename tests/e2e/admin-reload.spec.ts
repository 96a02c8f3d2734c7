import { expect, test } from '@playwright/test';
import { DEEP_ONLY } from './devices.ts';

for (const path of ['/admin-orders', '/admin-upload']) {
  test(`offers to reload ${path} if its scripts cannot be loaded`, DEEP_ONLY, async ({ page }) => {
    await page.route('**/_astro/*.js', (route) => route.fulfill({ status: 404 }));
    await page.goto(`${path}#order=01F3-4AD8-A31F`);
    await expect(page.getByText('One moment...')).toBeVisible();
    const reload = page.getByRole('button', { name: 'Reload the page' });
    await expect(reload).toBeHidden();
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish();
    });
    await expect(reload).toBeVisible();
    await page.unroute('**/_astro/*.js');
    await reload.click();
    await expect(page.getByLabel('Password')).toBeVisible();
    expect(new URL(page.url()).hash).toBe('#order=01F3-4AD8-A31F');
  });
}
