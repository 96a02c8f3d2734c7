import { type Page, expect, test } from '@playwright/test';
import { ARTICLES, CONTENT_PAGES } from '../catalog.ts';
import { byDepth, isDeep } from '../depth.ts';
import { DOWNLOAD, SUCCESS, mockResponse } from './answers.ts';
import { PHONE_IF_DEEP } from './devices.ts';
import { waitForScripts } from './parent.ts';

/** Pages with the same layout as another page in the list. */
const SAME_LAYOUT = new Set([...ARTICLES.slice(1), '/guide-2', '/guide-3', '/privacy', '/refunds']);
const PATHS = [
  ...CONTENT_PAGES.filter((path) => isDeep || !SAME_LAYOUT.has(path)),
  ...byDepth([], ['/payment-success', '/payment-canceled', '/payment-error']),
  SUCCESS,
  DOWNLOAD,
  '/present',
  '/no-such-page',
];

/**
 * The narrowest phone. The deep tests add large text, and 640 px, which is 1280 px at 200% zoom.
 */
const SCREENS: readonly { readonly width: number; readonly fontSize: number }[] = [
  { width: 320, fontSize: 16 },
  ...byDepth(
    [],
    [
      { width: 320, fontSize: 32 },
      { width: 360, fontSize: 24 },
      { width: 640, fontSize: 16 },
      { width: 430, fontSize: 32 },
      { width: 768, fontSize: 24 },
      { width: 820, fontSize: 32 },
    ],
  ),
];

/** The elements that overflow the page to the right, except inside elements that clip or scroll. */
const findOverflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isClipped = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (getComputedStyle(element).overflowX !== 'visible' || isClipped(element.parentElement));
    const width = document.documentElement.clientWidth;
    const out = [...document.body.querySelectorAll('*')].filter((element) => {
      const { right, width: own } = element.getBoundingClientRect();
      return own > 0 && right > width + 1 && !isClipped(element.parentElement);
    });
    const names = out.map((element) => element.outerHTML.slice(0, 100));
    return document.documentElement.scrollWidth > width ? ['the page itself', ...names] : names;
  });

/**
 * Words or prices with no space between them. Astro drops white space between elements on separate
 * lines.
 */
const RUN_TOGETHER = /\S*(?:·\S|\S·|[,;:!?]\p{L}|\p{Ll}\.?\p{Lu}|\.\d\d\p{L})\S*/gu;

/** Adds a wide table and long URLs to the terms. */
const addWideContent = (page: Page): Promise<unknown> =>
  page.route('**/terms', async (route) => {
    const response = await route.fetch();
    const row = `<tr>${'<td>What it has inside</td>'.repeat(9)}</tr>`;
    const address = `https://example.com/${'a'.repeat(200)}`;
    const wide = `$&<table>${row}</table><p>${address}</p><ul><li>${address}</li></ul>`;
    const body = (await response.text()).replace(/<div class="prose[^>]*>/, wide);
    return route.fulfill({ response, body });
  });

// `npm test` disables scripts, because they take most of the time.
test.use({ javaScriptEnabled: isDeep });

test(
  'fits every page into narrow screens with large text, and keeps spaces between words',
  PHONE_IF_DEEP,
  async ({ page }) => {
    await addWideContent(page);
    if (isDeep) await mockResponse(page, 'verify-payment', 'never');
    for (const path of PATHS) {
      await page.goto(path);
      if (isDeep) await waitForScripts(page);
      for (const { width, fontSize } of SCREENS) {
        await page.setViewportSize({ width, height: 568 });
        await page.evaluate(
          (px) => (document.documentElement.style.fontSize = `${px}px`),
          fontSize,
        );
        expect(
          await findOverflowing(page),
          `${path}, ${width} px wide, text of ${fontSize} px`,
        ).toEqual([]);
      }
      const shown = await page.locator('body').innerText();
      expect(shown.match(RUN_TOGETHER) ?? [], path).toEqual([]);
    }
  },
);
