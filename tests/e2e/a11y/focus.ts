import type { Page } from '@playwright/test';

const INTERACTIVE = 'a[href], button:enabled, summary, input:not([type="hidden"]), [tabindex="0"]';

/** What can be seen and used on the page, each marked with its place in the document. */
export const markInteractive = (page: Page): Promise<string[]> =>
  page.evaluate((selector) => {
    const shown = [...document.querySelectorAll(selector)].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    );
    return shown.map((element, index) => {
      const name = `${index} ${element.textContent.trim() || element.getAttribute('aria-label')}`;
      element.setAttribute('data-test-place', name);
      return name;
    });
  }, INTERACTIVE);

type Focused = { place: string; isSeen: boolean };

/** What has the focus now, and whether one sees that it has; null where nothing has it. */
const focused = (page: Page): Promise<Focused | null> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    const { top, right, bottom, width, height } = element.getBoundingClientRect();
    // The bar at the bottom of a phone's screen lies over the page; on a computer it stands beside it.
    const bar = document.querySelector('.buy-bar');
    const edges = bar?.contains(element) ? undefined : bar?.getBoundingClientRect();
    const isCovered =
      edges && right > edges.left && bottom > edges.top + 1 && top < edges.bottom - 1;
    const isOnScreen = width > 0 && height > 0 && bottom > 0 && top < window.innerHeight;
    return {
      place: element.getAttribute('data-test-place') ?? element.outerHTML.slice(0, 120),
      isSeen: isOnScreen && !isCovered && (isOutlined || boxShadow !== 'none'),
    };
  });

/** Goes by Tab from the top of the page to its end, and answers everything that had the focus. */
export const tabThrough = async (page: Page, atMost: number): Promise<Focused[]> => {
  const passed: Focused[] = [];
  while (passed.length <= atMost) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    if (now === null) return passed;
    passed.push(now);
  }
  return passed;
};
