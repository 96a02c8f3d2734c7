import { type Locator, type Page, expect, test } from '@playwright/test';
import { PHONE_TOO } from './devices.ts';

const topOf = (place: Locator): Promise<number> =>
  place.evaluate((element) => element.getBoundingClientRect().top);

const questionsOf = (page: Page): Locator => page.locator('.accordion summary');

const openQuestions = async (page: Page): Promise<void> => {
  await page.goto('/faqs');
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
};

/** Nothing has moved or unfolded for thirty frames. */
const atRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    let before = '';
    for (let still = 0; still < 30; still += 1) {
      await new Promise(requestAnimationFrame);
      const now = `${scrollY} ${document.documentElement.scrollHeight}`;
      if (now !== before) still = 0;
      before = now;
    }
  });

/** Reads on to a question, which then stands near the top of the screen, below the one that is open. */
const readOn = async (question: Locator): Promise<void> => {
  await question.evaluate((element) => {
    scrollBy({ top: element.getBoundingClientRect().top - 120, behavior: 'instant' });
  });
  await question.focus();
  expect(await topOf(question)).toBeLessThan(200);
};

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  const title = `a question that is chosen stays where it is, motion: ${reducedMotion}`;
  test(title, PHONE_TOO, async ({ page, isMobile }) => {
    await page.emulateMedia({ reducedMotion });
    if (!isMobile) await page.setViewportSize({ width: 768, height: 700 });
    await openQuestions(page);
    const questions = questionsOf(page);
    await questions.nth(2).click();
    await atRest(page); // the answer has unfolded
    const choices = [
      (one: Locator) => (isMobile ? one.tap() : one.click()),
      (one: Locator) => one.press('Enter'),
    ];
    for (const [index, choose] of choices.entries()) {
      const next = questions.nth(3 + index);
      await readOn(next);
      const before = await topOf(next);
      await choose(next);
      await expect(page.locator('.accordion details[open]')).toHaveCount(1);
      await atRest(page);
      expect(Math.abs((await topOf(next)) - before)).toBeLessThanOrEqual(1);
    }
  });
}

test('a page that is scrolled by a tool right after a press stays where it was scrolled to', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 700 });
  await openQuestions(page);
  const scrolled = await page.evaluate(async () => {
    const first = document.querySelector<HTMLElement>('.accordion summary');
    const topOfFirst = (): number => first?.getBoundingClientRect().top ?? 0;
    first?.click();
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    const before = topOfFirst();
    scrollBy({ top: 300, behavior: 'instant' });
    await new Promise((resolve) => setTimeout(resolve, 500)); // longer than a question is held
    return before - topOfFirst();
  });
  expect(scrolled).toBeGreaterThanOrEqual(300);
});

test('a question in the address is open and in view, and each has a link to itself', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 500 });
  // The script comes while the page scrolls.
  await page.route(/Accordion\..*\.js/, async (route) => {
    await page.waitForFunction(() => scrollY > 0);
    await route.continue();
  });
  await page.goto('/faqs#refunds');
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  const refunds = page.locator('details:has(#refunds)');
  await expect(refunds).toHaveAttribute('open');
  await atRest(page);
  await expect(refunds.locator('summary')).toBeInViewport({ ratio: 1 });

  await questionsOf(page).first().click();
  const first = page.locator('.accordion details').first();
  await first.getByRole('link', { name: 'Link to this question' }).click();
  const { hash } = new URL(page.url());
  await expect(page.locator(`details[open] ${hash}`)).toBeVisible();
  await page.evaluate(() => (location.hash = 'refunds'));
  await expect(refunds).toHaveAttribute('open');
  await expect(page.locator('details[open]')).toHaveCount(1);
  await atRest(page);
  await expect(refunds.locator('summary')).toBeInViewport({ ratio: 1 });
  expect(await topOf(refunds)).toBeLessThan(100);
});

test('lessons that come to life leave the question in the address alone', async ({ page }) => {
  // Motion would scroll past the lessons and wake them before.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/guide-1#answer-2');
  const question = page.locator('details:has(#answer-2)');
  await expect(question).toHaveAttribute('open');
  await expect(page.locator('astro-island[ssr]')).toHaveCount(1);
  await question.locator('summary').click();
  await expect(question).not.toHaveAttribute('open');
  const lesson = page.locator('details[name="lessons"]').first();
  await lesson.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await atRest(page);
  await expect(question).not.toHaveAttribute('open');
  await expect(lesson).toBeInViewport();
});
