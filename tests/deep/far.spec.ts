import { type Page, expect, test } from '@playwright/test';
import { SITE } from '../catalogue.ts';

/** Whether the last words of a page are laid out, which a browser may put off until they come near. */
const isLaidOut = (page: Page): Promise<boolean> =>
  page
    .locator('main h2')
    .last()
    .evaluate((heading) => heading.checkVisibility({ contentVisibilityAuto: true }));

/** As long as nothing is painted, as far as the page can know. */
const neverPainted = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {};
  });

const far = (page: Page) => page.locator('html').getAttribute('data-far');

test('what is far below waits for the first paint, and for nothing else', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await neverPainted(page);
  await page.goto('/');
  expect(await far(page)).toBe('');
  expect(await isLaidOut(page)).toBe(false);
});

test('after that all of it is there, without anybody coming near', async ({ page }) => {
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const at of ['/', '/guide-1', '/about']) {
      await page.goto('about:blank');
      await page.goto(at);
      await expect.poll(() => far(page)).toBeNull();
      expect(await isLaidOut(page)).toBe(true);
    }
  }
});

test('nothing moves by that, as the browser counts it', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  for (const at of ['/', '/guide-1', '/about']) {
    await page.goto('about:blank');
    await page.goto(at);
    await expect.poll(() => far(page)).toBeNull();
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) if ('value' in entry) sum += Number(entry.value);
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(sum), 300);
        }),
    );
    expect({ at, shift }).toEqual({ at, shift: 0 });
  }
});

test('what is in sight is there with the first paint', async ({ page }) => {
  await neverPainted(page);
  for (const [width, height] of [
    [375, 667],
    [430, 932],
    [768, 1024],
    [1280, 800],
    [1920, 1200],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const at of ['/', '/guide-1', '/guide-2', '/guide-3', '/about']) {
      await page.goto('about:blank');
      await page.goto(at);
      // What is not laid out yet must be below the edge.
      expect(await far(page)).toBe('');
      const seen = await page.evaluate(() =>
        [...document.querySelectorAll('main > * > *, .body > * > *')]
          .filter((part) => {
            const box = part.getBoundingClientRect();
            return box.top < window.innerHeight && box.width > 0 && box.height > 0;
          })
          .every((part) => part.checkVisibility({ contentVisibilityAuto: true })),
      );
      expect({ at, width, seen }).toEqual({ at, width, seen: true });
    }
  }
});

test('nothing waits where the browser goes to a place in the page', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/#bundle');
  expect(await far(page)).toBeNull();
  await expect(page.locator('#bundle')).toBeInViewport();

  await neverPainted(page);
  await page.goto('about:blank');
  await page.goto('/');
  expect(await far(page)).toBe('');
  await page.reload();
  expect(await far(page)).toBeNull();

  await page.goto('/about');
  await page.getByRole('link', { name: SITE.brand }).first().click();
  await page.waitForURL('/');
  expect(await far(page)).toBeNull();
});

test('without scripts nothing waits', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/');
  expect(await far(page)).toBeNull();
  expect(await isLaidOut(page)).toBe(true);
  await context.close();
});
