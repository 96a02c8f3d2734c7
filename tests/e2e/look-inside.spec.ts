import { expect, test } from '@playwright/test';

/** The last is 1280 px at 200 %. */
for (const width of [320, 375, 599, 601, 1280, 640]) {
  test(`an open page says that it can be moved, where it can, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/guide-1');
    await page
      .getByRole('button', { name: /^Enlarge/ })
      .first()
      .focus();
    await page.keyboard.press('Enter');
    const paper = page.getByRole('group', { name: 'The page, large' });
    await expect(paper).toBeFocused();
    const isWider = await paper.evaluate((box) => box.scrollWidth > box.clientWidth);
    expect(isWider).toBe(width < 600);
    await expect(page.locator('.sheet:popover-open').getByText('wider')).toBeVisible({
      visible: isWider,
    });
    await expect(page.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
    if (!isWider) return;
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => paper.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
  });
}
