import { type Page, expect, test } from '@playwright/test';
import { ARTICLES, CONTENT_PAGES } from '../catalog.ts';
import { byDepth, isDeep } from '../depth.ts';
import { DOWNLOAD, SUCCESS, answer } from './answers.ts';
import { PHONE_IF_DEEP } from './devices.ts';
import { scriptsRun } from './parent.ts';

/** Pages that share a layout. */
const ALIKE = new Set([...ARTICLES.slice(1), '/guide-2', '/guide-3', '/privacy', '/refunds']);
const PATHS = [
  ...CONTENT_PAGES.filter((path) => isDeep || !ALIKE.has(path)),
  ...byDepth([], ['/payment-success', '/payment-canceled', '/payment-error']),
  SUCCESS,
  DOWNLOAD,
  '/present',
  '/no-such-page',
];

/** The narrowest phone; in the deep tests also large text, and a screen of 1280 px at 200 %. */
const NARROW: readonly (readonly [width: number, rootFont: number])[] = [
  [320, 16],
  ...byDepth([], [
    [320, 32],
    [360, 24],
    [640, 16],
    [430, 32],
    [768, 24],
    [820, 32],
  ] as const),
];

/** The elements that stick out of the page to the right, except those that scroll by themselves. */
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

/**
 * Words, or a price and a word, that run together: Astro drops white space between elements on
 * separate lines.
 */
const RUN_TOGETHER = /\S*(?:·\S|\S·|[,;:!?]\p{L}|\p{Ll}\.?\p{Lu}|\.\d\d\p{L})\S*/gu;

/** Adds a table and long addresses to the terms. */
const widen = (page: Page): Promise<unknown> =>
  page.route('**/terms', async (route) => {
    const response = await route.fetch();
    const row = `<tr>${'<td>What it has inside</td>'.repeat(9)}</tr>`;
    const address = `https://example.com/${'a'.repeat(200)}`;
    const wide = `$&<table>${row}</table><p>${address}</p><ul><li>${address}</li></ul>`;
    const body = (await response.text()).replace(/<div class="prose[^>]*>/, wide);
    return route.fulfill({ response, body });
  });

// `npm test` disables scripts, which take most of the time.
test.use({ javaScriptEnabled: isDeep });

test(
  'never scrolls sideways on a phone or with large text, and runs no words together',
  PHONE_IF_DEEP,
  async ({ page }) => {
    await widen(page);
    if (isDeep) await answer(page, 'verify-payment', 'never');
    for (const path of PATHS) {
      await page.goto(path);
      if (isDeep) await scriptsRun(page);
      for (const [width, rootFont] of NARROW) {
        await page.setViewportSize({ width, height: 568 });
        await page.evaluate(
          (px) => (document.documentElement.style.fontSize = `${px}px`),
          rootFont,
        );
        expect(await stickingOut(page), `${path} ${width} ${rootFont}`).toEqual([]);
      }
      const shown = await page.locator('body').innerText();
      expect(shown.match(RUN_TOGETHER) ?? [], path).toEqual([]);
    }
  },
);
