import { expect, test } from '@playwright/test';
import { GUIDES, LESSON, priceOf } from '../catalogue.ts';
import { PHONE_IF_DEEP } from './devices.ts';
import { buyButton, goToCheckout } from './parent.ts';

test(
  'a parent reads lessons for free, on a guide’s page and in full, and buys the guide',
  PHONE_IF_DEEP,
  async ({ page }) => {
    const guide = GUIDES.find(({ path }) => path === `/${LESSON.guide}`);
    const lesson = guide?.preview.find((preview) => preview.lesson === LESSON.lesson);
    if (!guide || !lesson) throw new Error('content/lesson.md names no lesson');
    await page.goto(guide.path);
    for (const { lesson: number, read, together } of guide.preview) {
      await page.getByText(`Lesson ${number}: `).click();
      await expect(page.getByText(read, { exact: true })).toBeVisible();
      await expect(page.getByText(together, { exact: true })).toBeVisible();
      await expect(page.locator('main details[open]')).toHaveCount(1);
    }
    await page.getByRole('link', { name: 'Try a whole lesson, free' }).click();
    await expect(page).toHaveURL(/\/lesson$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(LESSON.heading);
    const said = lesson.script.map(({ child, you }) => child ?? you ?? '');
    const steps = LESSON.steps.flatMap(({ title, text }) => [title, text]);
    for (const words of [...LESSON.need, lesson.read, ...steps, ...said]) {
      await expect(page.getByText(words, { exact: true })).toBeVisible();
    }
    const labels = page.getByRole('link', { name: 'Download the labels' });
    const [download] = await Promise.all([page.waitForEvent('download'), labels.click()]);
    expect(download.suggestedFilename()).toBe('jar-labels.pdf');
    const checkout = await goToCheckout(page, buyButton(page));
    await expect(checkout.getByText(priceOf(guide.product)).first()).toBeVisible();
  },
);
