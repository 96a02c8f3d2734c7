import { type Page, expect, test } from '@playwright/test';
import { CONTENT_PAGES } from '../catalogue.ts';
import { byDepth } from '../depth.ts';
import { SESSION, answer } from './answers.ts';
import { buyButton, scriptsRun } from './parent.ts';
import { PHONE_IF_DEEP } from './devices.ts';

const PATHS = [
  ...CONTENT_PAGES,
  '/payment-success',
  `/payment-success?session_id=${SESSION}`,
  `/guide-download?session_id=${SESSION}`,
  '/payment-canceled',
  '/payment-error',
  '/no-such-page',
];

/** The narrowest phone, and a computer's screen of 1280 px at a zoom of 200 %. */
const NARROW = byDepth([320], [320, 640]);

/** What sticks out of the page to the right, but for what may be scrolled by itself. */
const stickingOut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isCut = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (getComputedStyle(element).overflowX !== 'visible' || isCut(element.parentElement));
    const width = document.documentElement.clientWidth;
    const out = [...document.body.querySelectorAll('*')].filter((element) => {
      const { right, width: own } = element.getBoundingClientRect();
      return own > 0 && right > width + 1 && !isCut(element.parentElement);
    });
    const names = out.map((element) => element.outerHTML.slice(0, 100));
    return document.documentElement.scrollWidth > width ? ['the page itself', ...names] : names;
  });

/** Where one word runs into the next: Astro drops white space between elements on lines of their own. */
const RUN_TOGETHER = /\S*(?:·\S|\S·|[,;:!?]\p{L}|\p{Ll}\.?\p{Lu})\S*/gu;

test(
  'no page scrolls sideways at 320 px or 200 %, and no word runs into the next',
  PHONE_IF_DEEP,
  async ({ page }) => {
    await answer(page, 'verify-payment', 'never');
    for (const width of NARROW) {
      await page.setViewportSize({ width, height: 568 });
      for (const path of PATHS) {
        await page.goto(path);
        await scriptsRun(page);
        expect(await stickingOut(page), path).toEqual([]);
        const shown = await page.locator('body').innerText();
        expect(shown.match(RUN_TOGETHER) ?? [], path).toEqual([]);
      }
    }
  },
);

test('something moves, but nothing with reduced motion', PHONE_IF_DEEP, async ({ page }) => {
  await answer(page, 'create-payment', 'unreachable');
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.goto('/guide-1');
    await scriptsRun(page);
    await buyButton(page).click();
    await expect(page.locator('[data-sonner-toast]')).toBeVisible();
    const moving = await page.evaluate(() => {
      const moves = [...document.querySelectorAll('*')].filter((element) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element);
        const durations = `${transitionDuration},${animationDuration}`.split(',');
        return durations.some((duration) => Number.parseFloat(duration) > 0.001);
      });
      return moves.map(({ tagName }) => tagName);
    });
    expect(moving.length > 0, moving.join(' ')).toBe(reducedMotion === 'no-preference');
  }
});

test('a printed guide shows its answers and no controls', async ({ page }) => {
  await page.goto('/guide-1');
  const hidden = page.locator('details[name="guide-questions"] .prose').first();
  const controls = page
    .locator('nav, .buy-bar, .skip-link, button, form')
    .filter({ visible: true });
  await expect(hidden).toBeHidden();
  await expect(controls).not.toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(hidden).toBeVisible();
  expect((await hidden.boundingBox())?.height).toBeGreaterThan(20);
  await expect(controls).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'What they will learn' })).toBeVisible();
});
