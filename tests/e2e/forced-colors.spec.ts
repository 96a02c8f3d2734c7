import { expect, test } from '@playwright/test';

// In forced-colors mode on Windows, the browser uses the user's colors and removes gradients.
test('shows the plus and minus signs of a question with forced colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.goto('/faqs');
  const question = page.locator('main details > summary').first();
  const markerOf = () =>
    question.evaluate((summary) => {
      const { color, backgroundImage, backgroundSize, forcedColorAdjust } = getComputedStyle(
        summary,
        '::after',
      );
      const background = getComputedStyle(document.body).backgroundColor;
      return { color, backgroundImage, backgroundSize, forcedColorAdjust, background };
    });
  const plus = await markerOf();
  expect(plus.forcedColorAdjust).toBe('none');
  expect(plus.backgroundImage).toContain('linear-gradient');
  expect(plus.color).not.toBe(plus.background);
  await question.click();
  expect((await markerOf()).backgroundSize).not.toBe(plus.backgroundSize);
});
