import { expect, test } from '@playwright/test';
import { DEEP_ON_BOTH } from './devices.ts';

test(
  'the skip link comes first, and the menu opens by keyboard, closes by Escape or elsewhere, and leads to a guide, as the drawing of its cover does',
  DEEP_ON_BOTH,
  async ({ page }) => {
    await page.goto('/about');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to the content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);

    // The visible menu: of the guides on a wide screen, of everything on a phone.
    const menu = page.locator('details.menu').filter({ visible: true });
    const summary = menu.locator('summary');
    const entry = menu.locator('a[href="/guide-1"]');
    const link = page.getByRole('link', { name: 'Get Free Printable' });
    await link.focus();
    await page.keyboard.press('Escape');
    await expect(link, 'without an open menu Escape leaves the focus').toBeFocused();

    const closeBy: (() => Promise<unknown>)[] = [
      () => page.getByRole('contentinfo').click({ position: { x: 5, y: 5 } }),
      () => link.focus(),
      async () => {
        await entry.focus();
        await page.keyboard.press('Escape');
        await expect(summary).toBeFocused();
      },
    ];
    for (const close of closeBy) {
      await summary.click();
      await expect(entry).toBeVisible();
      await close();
      await expect(entry).toBeHidden();
    }
    await page.keyboard.press('Enter');
    await entry.focus();
    await page.keyboard.press('Enter');
    // Waits for the load, since both menus are visible until the styles apply.
    await page.waitForURL(/\/guide-1$/);
    await expect(menu).not.toHaveAttribute('open');

    await page.goto('/');
    // By its place alone, since the link lies over the drawing.
    await page.locator('#guides .cover').nth(1).click({ force: true });
    await expect(page).toHaveURL(/\/guide-2$/);
  },
);
