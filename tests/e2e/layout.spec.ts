import { type Page, expect, test } from '@playwright/test';
import { CONTENT_PAGES } from '../catalogue.ts';
import { byDepth } from '../depth.ts';
import { SESSION, answer } from './answers.ts';
import { PHONE_IF_DEEP } from './devices.ts';
import { buyButton, scriptsRun } from './parent.ts';

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

/** Opens, points at and clicks what moves, and answers how long the longest motion is, in ms. */
const longestMotion = async (page: Page): Promise<number> => {
  await answer(page, 'create-payment', 'unreachable');
  await page.addInitScript(() => {
    const measure = () => {
      const { dataset } = document.documentElement;
      for (const { effect } of document.getAnimations()) {
        const duration = Number(effect?.getComputedTiming().duration);
        if (duration > Number(dataset['longest'] ?? 0)) dataset['longest'] = String(duration);
      }
      requestAnimationFrame(measure);
    };
    requestAnimationFrame(measure);
  });
  await page.goto('/guide-1');
  await scriptsRun(page);
  await page.locator('details.menu > summary').filter({ visible: true }).click();
  await page.locator('details[name="guide-questions"] > summary').first().click();
  await buyButton(page).click();
  await expect(page.locator('[data-sonner-toast]')).toBeVisible();
  return Number((await page.locator('html').getAttribute('data-longest')) ?? 0);
};

test(
  'something moves, and not for long, but with reduced motion nothing',
  PHONE_IF_DEEP,
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await longestMotion(page)).toBeLessThanOrEqual(1);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const longest = await longestMotion(page);
    expect(longest).toBeGreaterThan(50);
    expect(longest).toBeLessThanOrEqual(500);
  },
);

test('a printed guide shows its answers and no controls', async ({ page }) => {
  await page.goto('/guide-2');
  const answers = page.locator('details[name="guide-questions"] .prose');
  const count = await answers.count();
  const controls = page.locator('nav, .buy-bar, .skip-link, button, form');
  await expect(answers.filter({ visible: true })).toHaveCount(0);
  await expect(controls.filter({ visible: true })).not.toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  expect(count).toBeGreaterThan(0);
  await expect(answers.filter({ visible: true })).toHaveCount(count);
  expect((await answers.first().boundingBox())?.height).toBeGreaterThan(20);
  await expect(controls.filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'What they will learn' })).toBeVisible();
});
