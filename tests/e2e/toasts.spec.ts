import { type Locator, type Page, expect, test } from '@playwright/test';
import { DEEP_ON_BOTH } from './devices.ts';
import { logIn } from './owner.ts';

const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) <= 600;

const toasts = (page: Page): Locator => page.locator('[data-sonner-toast][data-visible="true"]');

/** sonner shows a toast one tick after the call. */
const SHOWN_MS = 10;

/**
 * Shows error toasts by choosing files that are not PDFs. The page's clock is paused, so that no
 * toast disappears, however long the test takes.
 */
const showToasts = async (page: Page, count: number): Promise<void> => {
  await logIn(page);
  await page.clock.install();
  await page.goto('/admin-upload');
  const upload = page.locator('input[type="file"]').first();
  await upload.waitFor({ state: 'attached' });
  await page.clock.pauseAt(Date.now() + 3_600_000);
  for (let shown = 1; shown <= count; shown += 1) {
    await upload.setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no PDF'),
    });
    const countVisible = async (): Promise<number> => {
      await page.clock.runFor(SHOWN_MS);
      return toasts(page).count();
    };
    await expect.poll(countVisible).toBe(Math.min(shown, 3));
  }
};

/** The bounding box of a toast after it has stopped moving. */
const box = async (toast: Locator) => {
  await expect(toast).toHaveAttribute('data-mounted', 'true');
  await toast.evaluate((element) =>
    Promise.all(element.getAnimations().map((animation) => animation.finished)),
  );
  return (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
};

/**
 * Slow enough not to be a flick. sonner dismisses a toast that is swiped faster than 0.11 px per
 * millisecond, regardless of the distance.
 */
const HELD_MS = 800;

/** Longer than a dismissed toast takes to disappear, and shorter than a toast is shown. */
const GONE_MS = 500;

/** Drags one finger from the center of a toast to the right. */
const swipe = async (page: Page, toast: Locator, right: number): Promise<void> => {
  const { x: left, y: top, width, height } = await box(toast);
  const x = Math.round(left + width / 2);
  const y = Math.round(top + height / 2);
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove', to: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: to, y }] });
  await touch('touchStart', x);
  await page.clock.runFor(HELD_MS);
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', x + (right * step) / 10);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.clock.runFor(GONE_MS);
};

/** The red component of a toast's background color, from 0 to 255. */
const redOf = (toast: Locator): Promise<number> =>
  toast.evaluate((element) => Number(/\d+/.exec(getComputedStyle(element).backgroundColor)?.[0]));

test.describe('toasts', DEEP_ON_BOTH, () => {
  test('shows toasts at the bottom right, 356 px wide on desktop and nearly full width on a phone', async ({
    page,
  }) => {
    await showToasts(page, 1);
    const { x, y, width } = await box(toasts(page).first());
    const screen = page.viewportSize() ?? { width: 0, height: 0 };
    const margin = screen.width - (x + width);
    expect(margin).toBeGreaterThan(0);
    expect(margin).toBeLessThan(48);
    expect(y).toBeGreaterThan(screen.height / 2);
    expect(width).toBe(isPhone(page) ? screen.width - 2 * margin : 356);
  });

  test('shows at most three toasts, 14 px apart when expanded', async ({ page }) => {
    await showToasts(page, 4);
    await expect(toasts(page)).toHaveCount(3);
    const newest = toasts(page).first();
    // Waits, because a moving toast would slide away from under the pointer.
    await box(newest);
    await newest.hover();
    await expect(newest).toHaveAttribute('data-expanded', 'true');
    const boxes = await Promise.all((await toasts(page).all()).map(box));
    const fromTop = boxes.toSorted((a, b) => a.y - b.y);
    const gaps = fromTop.slice(1).map((below, index) => {
      const { y: top = 0, height = 0 } = fromTop[index] ?? {};
      return Math.round(below.y - (top + height));
    });
    expect(gaps).toEqual([14, 14]);
  });

  test('adapts the color of toasts to the color scheme', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await showToasts(page, 1);
    const newest = toasts(page).first();
    expect(await redOf(newest)).toBeGreaterThan(200);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => redOf(newest)).toBeLessThan(80);
  });

  for (const key of ['F8', 'Alt+t']) {
    test(`expands toasts with ${key} and collapses them with Escape`, async ({ page }) => {
      await showToasts(page, 3);
      const newest = toasts(page).first();
      await page.keyboard.press(key);
      await expect(page.locator('[data-sonner-toaster]')).toBeFocused();
      await expect(newest).toHaveAttribute('data-expanded', 'true');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await expect(newest.getByRole('button', { name: 'Close toast' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(newest).toHaveAttribute('data-expanded', 'false');
    });
  }

  test('dismisses a toast after a swipe of 20 px', async ({ page }) => {
    await showToasts(page, 3);
    await swipe(page, toasts(page).first(), 20);
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(2);
  });

  test('keeps a toast after a swipe of 18 px', async ({ page }) => {
    await showToasts(page, 3);
    await swipe(page, toasts(page).first(), 18);
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(3);
  });

  test('hides toasts after about five seconds', async ({ page }) => {
    await showToasts(page, 3);
    await page.clock.runFor(3_900);
    await expect(toasts(page)).toHaveCount(3);
    await page.clock.runFor(2_000);
    await expect(toasts(page)).toHaveCount(0);
  });
});
