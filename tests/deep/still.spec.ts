import { type Page, expect, test } from '@playwright/test';
import { DAILY, NIGHTLY, show } from '../e2e/a11y-states.ts';
import { mockResponse } from '../e2e/answers.ts';
import { PHONE_IF_DEEP } from '../e2e/devices.ts';
import { buyButton, waitForScripts } from '../e2e/parent.ts';

declare global {
  var shifts: number[];
}

/** Records the shifts of visible content: web.dev/articles/cls. */
const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) globalThis.shifts.push(Reflect.get(shift, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Reads the shifts after three more frames. By then, the browser has reported the last shift. */
const readShifts = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return globalThis.shifts;
  });

/** The screens of a buyer who waits and does nothing. */
const SCREENS = [...DAILY, ...NIGHTLY].filter(
  ({ path, act }) => /^\/(payment-success|guide-download)/.test(path) && !act,
);

test(
  'does not shift the layout of pages on which a buyer waits',
  PHONE_IF_DEEP,
  async ({ context }) => {
    for (const screen of SCREENS) {
      const page = await context.newPage();
      // Blocks the font. Its fallback has the same metrics, so the layout stays the same.
      await page.route('**/*.woff2', (route) => route.abort());
      await watchShifts(page);
      await screen.mock?.(page);
      await show(page, screen);
      expect.soft(await readShifts(page), screen.name).toEqual([]);
      await page.close();
    }
  },
);

// A slow phone paints the page before its last elements arrive.
test('reserves space for the covers on the download page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  const screen = SCREENS.find(({ path }) => path.startsWith('/guide-download'));
  if (!screen) throw new Error('No screen of the download page.');
  await screen.mock?.(page);
  await show(page, screen);
  const art = page.locator('.bought');
  const complete = await art.boundingBox();
  await art.locator('.book').evaluateAll((books) => {
    for (const book of books) book.remove();
  });
  expect(await art.boundingBox()).toEqual(complete);
});

/** Starts every animation of a guide's page. Returns the longest duration in milliseconds. */
const measureLongestAnimation = async (page: Page): Promise<number> => {
  await mockResponse(page, 'create-payment', 'unreachable');
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
  await waitForScripts(page);
  await page.locator('details.menu > summary').filter({ visible: true }).click();
  await page.locator('details[name="guide-questions"] > summary').first().click();
  await buyButton(page).click();
  await expect(page.locator('[data-sonner-toast]')).toBeVisible();
  return Number((await page.locator('html').getAttribute('data-longest')) ?? 0);
};

test(
  'animates for at most half a second, and not at all with reduced motion',
  PHONE_IF_DEEP,
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await measureLongestAnimation(page)).toBeLessThanOrEqual(1);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const longest = await measureLongestAnimation(page);
    expect(longest).toBeGreaterThan(50);
    expect(longest).toBeLessThanOrEqual(500);
  },
);
