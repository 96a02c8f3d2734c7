import { type Locator, expect, test } from '@playwright/test';
import { mockGuidesPage } from './admin-answers.ts';

/** The computed style of a summary's marker. */
const markerOf = (summary: Locator) =>
  summary.evaluate((element) => {
    const { backgroundImage, width, color } = getComputedStyle(element, '::after');
    const { display, listStyleType } = getComputedStyle(element);
    return { backgroundImage, width, color, display, listStyleType };
  });

test('gives <summary> elements on the owner’s pages the same marker as FAQ questions', async ({
  page,
}) => {
  await page.goto('/faqs');
  const mark = await markerOf(page.locator('main summary').first());
  await mockGuidesPage(page);
  await page.goto('/admin-upload');
  for (const label of ['2 earlier editions', 'Announce to past buyers']) {
    const summary = page.locator('summary', { hasText: label }).first();
    await expect(summary).toBeVisible();
    expect(await markerOf(summary), label).toEqual(mark);
  }
});
