import { type Locator, type Page, expect, test } from '@playwright/test';
import { GUIDES, menuName } from '../catalogue.ts';
import { PHONE_IF_DEEP, PHONE_TOO } from './devices.ts';

/** The one menu that is shown: of the guides on a wide screen, of everything on a phone. */
const menu = (page: Page): Locator => page.locator('details.menu').filter({ visible: true });
const summary = (page: Page): Locator => menu(page).locator('summary');
const entry = (page: Page): Locator =>
  menu(page).getByRole('link', {
    name: GUIDES.filter(({ path }) => path === '/guide-2').map(menuName)[0] ?? '',
  });

test('the skip link comes first and leads past the menu', PHONE_IF_DEEP, async ({ page }) => {
  await page.goto('/guide-1');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

test(
  'the menu opens by keyboard, closes by Escape or elsewhere, and leads to a guide',
  PHONE_TOO,
  async ({ page }) => {
    await page.goto('/about');
    const link = page.getByRole('link', { name: 'Get Free Printable' });
    await link.focus();
    await page.keyboard.press('Escape');
    await expect(link, 'without an open menu Escape leaves the focus').toBeFocused();

    const closeBy: (() => Promise<unknown>)[] = [
      () => page.getByRole('contentinfo').click({ position: { x: 5, y: 5 } }),
      () => link.focus(),
      async () => {
        await entry(page).focus();
        await page.keyboard.press('Escape');
        await expect(summary(page)).toBeFocused();
      },
    ];
    for (const close of closeBy) {
      await summary(page).click();
      await expect(entry(page)).toBeVisible();
      await close();
      await expect(entry(page)).toBeHidden();
    }
    await page.keyboard.press('Enter');
    await entry(page).focus();
    await page.keyboard.press('Enter');
    // Loaded, not just on its way: before the styles are there both menus are visible.
    await page.waitForURL(/\/guide-2$/);
    await expect(menu(page)).not.toHaveAttribute('open');
  },
);

/** The last is 1280 px at 200 %. */
const WIDTHS = [320, 375, 599, 601, 1280, 640];

test('a page of a guide opens large, says where it can be moved, and closes', async ({ page }) => {
  await page.goto('/guide-1');
  const small = page.getByRole('button', { name: /^Enlarge/ }).first();
  const paper = page.getByRole('group', { name: 'The page, large' });
  const image = page.getByRole('dialog').getByRole('img');
  const close = page.getByRole('button', { name: 'Close' });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await small.focus();
    await page.keyboard.press('Enter');
    await expect(paper).toBeFocused();
    await expect(image).toHaveJSProperty('complete', true);
    const pixels = await image.evaluate((shown: HTMLImageElement) => shown.naturalWidth);
    expect(pixels).toBeGreaterThan(1000);
    const isWider = await paper.evaluate((box) => box.scrollWidth > box.clientWidth);
    expect(isWider, `at ${width} px`).toBe(width < 600);
    await expect(page.locator('.sheet:popover-open').getByText('wider')).toBeVisible({
      visible: isWider,
    });
    await expect(close).toBeInViewport({ ratio: 1 });
    if (isWider) {
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => paper.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
      await page.keyboard.press('Escape');
    } else await close.click();
    await expect(paper).toBeHidden();
    await expect(small).toBeFocused();
  }
});
