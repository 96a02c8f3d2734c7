import { type Locator, type Page, expect, test } from '@playwright/test';
import { DEEP_ON_BOTH } from './devices.ts';

/** The visible menu. On a wide screen it lists the guides, and on a phone it lists all pages. */
const menu = (page: Page): Locator => page.locator('details.menu').filter({ visible: true });
const summary = (page: Page): Locator => menu(page).locator('summary');
const entry = (page: Page): Locator => menu(page).locator('a[href="/guide-1"]');
const printable = (page: Page): Locator => page.getByRole('link', { name: 'Get Free Printable' });

test(
  'focuses the skip link first and moves the focus to the content on Enter',
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
  },
);

test.describe('the menu', DEEP_ON_BOTH, () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/about');
  });

  for (const { name, close } of [
    {
      name: 'a click outside',
      close: (page: Page) => page.getByRole('contentinfo').click({ position: { x: 5, y: 5 } }),
    },
    { name: 'the focus moves outside', close: (page: Page) => printable(page).focus() },
  ]) {
    test(`closes the menu after ${name}`, async ({ page }) => {
      await summary(page).click();
      await expect(entry(page)).toBeVisible();
      await close(page);
      await expect(entry(page)).toBeHidden();
    });
  }

  test('closes the menu with Escape and returns the focus to its button', async ({ page }) => {
    await summary(page).click();
    await entry(page).focus();
    await page.keyboard.press('Escape');
    await expect(summary(page)).toBeFocused();
    await expect(entry(page)).toBeHidden();
  });

  test('does not move the focus on Escape if the menu is closed', async ({ page }) => {
    await printable(page).focus();
    await page.keyboard.press('Escape');
    await expect(printable(page)).toBeFocused();
  });

  test('opens the menu with Enter and shows it closed on the linked page', async ({ page }) => {
    await summary(page).press('Enter');
    await entry(page).focus();
    await page.keyboard.press('Enter');
    // Waits for the load event, because both menus are visible until the styles apply.
    await page.waitForURL(/\/guide-1$/);
    await expect(menu(page)).not.toHaveAttribute('open');
  });
});

test('links from a guide’s drawn cover to the guide’s page', DEEP_ON_BOTH, async ({ page }) => {
  await page.goto('/');
  // Clicks at the link's position, because the link covers the drawing.
  await page.locator('#guides .cover').nth(1).click({ force: true });
  await expect(page).toHaveURL(/\/guide-2$/);
});
