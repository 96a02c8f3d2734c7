import { expect, test } from '@playwright/test';
import { GUIDES, LESSON, priceOf } from '../catalogue.ts';
import { PHONE_IF_DEEP } from './devices.ts';
import { buyButton, goToCheckout, scriptsRun } from './parent.ts';

test(
  'a parent reads a whole lesson for free, and buys the guide at its end',
  PHONE_IF_DEEP,
  async ({ page }) => {
    const guide = GUIDES.find(({ path }) => path === `/${LESSON.guide}`);
    const lesson = guide?.preview.find((preview) => preview.lesson === LESSON.lesson);
    if (!guide || !lesson) throw new Error('content/lesson.md names no lesson');
    await page.goto('/');
    await page.getByRole('link', { name: 'Try a whole lesson, free' }).click();
    await expect(page).toHaveURL(/\/lesson$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(LESSON.heading);
    const all = [
      ...LESSON.need,
      lesson.read,
      ...LESSON.steps.flatMap(({ title, text }) => [title, text]),
      ...lesson.script.map(({ child, you }) => child ?? you ?? ''),
    ];
    for (const words of all) await expect(page.getByText(words, { exact: true })).toBeVisible();
    const labels = page.getByRole('link', { name: 'Download the labels' });
    const [download] = await Promise.all([page.waitForEvent('download'), labels.click()]);
    expect(download.suggestedFilename()).toBe('jar-labels.pdf');
    await scriptsRun(page);
    const checkout = await goToCheckout(page, buyButton(page));
    await expect(checkout.getByText(priceOf(guide.product)).first()).toBeVisible();
  },
);

test('a guide’s page shows its lessons in full, and leads to the free one', async ({ page }) => {
  const [, second] = GUIDES;
  if (!second) throw new Error('no second guide');
  await page.goto(second.path);
  for (const { lesson, read, together } of second.preview) {
    await page.getByText(`Lesson ${lesson}: `).click();
    await expect(page.getByText(read, { exact: true })).toBeVisible();
    await expect(page.getByText(together, { exact: true })).toBeVisible();
    await expect(page.locator('main details[open]')).toHaveCount(1);
  }
  await page.getByRole('link', { name: 'Try a whole lesson, free' }).click();
  await expect(page).toHaveURL(/\/lesson$/);
});
