import { type Page, expect, test } from '@playwright/test';
import { DAILY, NIGHTLY, show } from '../e2e/a11y-states.ts';
import { answer } from '../e2e/answers.ts';
import { PHONE_IF_DEEP } from '../e2e/devices.ts';
import { buyButton, scriptsRun } from '../e2e/parent.ts';

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

/** Waits for three more frames, when the last shift has been reported. */
const shifts = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return globalThis.shifts;
  });

/** The buyer's screens that need no action. */
const SCREENS = [...DAILY, ...NIGHTLY].filter(
  ([at, , , act]) => /^\/(payment-success|guide-download)/.test(at) && !act,
);

test('shifts nothing on the pages where a buyer waits', PHONE_IF_DEEP, async ({ context }) => {
  for (const screen of SCREENS) {
    const [at, words, before] = screen;
    const page = await context.newPage();
    await page.route('**/*.woff2', (route) => route.abort()); // its fallback has the same metrics
    await watchShifts(page);
    await before?.(page);
    await show(page, screen);
    expect.soft(await shifts(page), `${at}: ${words}`).toEqual([]);
    await page.close();
  }
});

/** Opens and clicks everything that moves. Returns the duration of the longest motion, in ms. */
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
  'animates for at most half a second, and not at all with reduced motion',
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
