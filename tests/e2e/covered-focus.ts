import type { Page } from '@playwright/test';

/** Whether at least part of the focused element is in the window and not covered. */
const isFocusVisible = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused) return false;
    return Array.from(focused.getClientRects()).some(({ left, top, width, height }) =>
      [0.1, 0.3, 0.5, 0.7, 0.9].some((fraction) => {
        const found = document.elementFromPoint(left + width / 2, top + height * fraction);
        return found !== null && (focused.contains(found) || found.contains(focused));
      }),
    );
  });

/** Presses Tab until the end of the page. Returns the focused elements that are covered. */
export const findCovered = async (page: Page): Promise<string[]> => {
  const covered: string[] = [];
  await page.evaluate(() => {
    document.documentElement.style.scrollBehavior = 'auto';
    window.scrollTo(0, 0);
  });
  for (let stops = 0; stops < 150; stops += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 100));
    if (name?.startsWith('<body')) break;
    if (!(await isFocusVisible(page))) covered.push(name ?? '');
  }
  return covered;
};
