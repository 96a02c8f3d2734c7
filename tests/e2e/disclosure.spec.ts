import { type Locator, expect, test } from '@playwright/test';
import { guidesAre } from './admin-answers.ts';

/** The computed style of a summary's marker. */
const markOf = (summary: Locator) =>
  summary.evaluate((element) => {
    const { backgroundImage, width, color } = getComputedStyle(element, '::after');
    const { display, listStyleType } = getComputedStyle(element);
    return { backgroundImage, width, color, display, listStyleType };
  });

test('marks what unfolds on the owner’s pages as the questions are marked', async ({ page }) => {
  await page.goto('/faqs');
  const mark = await markOf(page.locator('main summary').first());
  await guidesAre(page);
  await page.goto('/admin-upload');
  for (const words of ['2 earlier editions', 'Announce to past buyers']) {
    const summary = page.locator('summary', { hasText: words }).first();
    await expect(summary).toBeVisible();
    expect(await markOf(summary), words).toEqual(mark);
  }
});
