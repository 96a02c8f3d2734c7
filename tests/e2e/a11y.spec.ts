import AxeBuilder from '@axe-core/playwright';
import { type Page, expect, test } from '@playwright/test';
import { byDepth, isDeep } from '../depth.ts';
import { DAILY, NIGHTLY, show } from './a11y-states.ts';
import { SUCCESS, mockPurchase } from './answers.ts';
import { PHONE_IF_DEEP } from './devices.ts';
import { waitForScripts, watchViolations } from './parent.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Waits until no animation is running, because axe would measure an intermediate color. Pending and
 * finished animations don't change a color.
 */
const waitForAnimations = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState === 'finished' || effect?.getComputedTiming().progress === null,
      ),
  );

// The deep tests check every screen at every width and run all rules in dark mode too.
for (const screen of [...DAILY, ...byDepth([], NIGHTLY)]) {
  test(
    `passes axe and Content Security Policy checks on ${screen.name}`,
    PHONE_IF_DEEP,
    async ({ context, isMobile }) => {
      const policyViolations = await watchViolations(context);
      for (const width of isMobile ? [375] : byDepth([1280], [768, 1280])) {
        const page = await context.newPage();
        await screen.mock?.(page);
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await show(page, screen);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await waitForAnimations(page);
          const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
          // Without legacy mode, axe opens a blank page in each run to support cross-origin frames.
          const hasAllRules = isDeep || colorScheme === 'light';
          const judge = hasAllRules ? axe.withTags(TAGS) : axe.withRules('color-contrast');
          const { violations } = await judge.setLegacyMode().analyze();
          const found = violations.flatMap(({ id, nodes }) =>
            nodes.map(
              ({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`,
            ),
          );
          expect(found, `${width} px, ${colorScheme}`).toEqual([]);
        }
        await page.close();
      }
      expect(policyViolations).toEqual([]);
    },
  );
}

const INTERACTIVE = 'a[href], button:enabled, summary, input:not([type="hidden"]), [tabindex="0"]';

/**
 * The number of visible interactive elements, the index of the focused one in document order, and
 * whether its focus is visible.
 */
const readFocus = (page: Page) =>
  page.evaluate((selector) => {
    const all = [...document.querySelectorAll(selector)].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    );
    const element = document.activeElement ?? document.body;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    const { top, right, bottom, width, height } = element.getBoundingClientRect();
    // On a phone, the bar covers the bottom of the page. On a computer, it is beside the page.
    const bar = document.querySelector('.buy-bar');
    const edges = bar?.contains(element) ? undefined : bar?.getBoundingClientRect();
    const isCovered =
      edges && right > edges.left && bottom > edges.top + 1 && top < edges.bottom - 1;
    const isOnScreen = width > 0 && height > 0 && bottom > 0 && top < window.innerHeight;
    return {
      count: all.length,
      index: all.indexOf(element),
      isVisible: isOnScreen && !isCovered && (isOutlined || boxShadow !== 'none'),
      html: element.outerHTML.slice(0, 120),
    };
  }, INTERACTIVE);

const TABBED_PATHS = ['/guide-1', ...byDepth([], ['/', '/guide-2', '/faqs', '/about', SUCCESS])];

for (const path of TABBED_PATHS) {
  test(
    `moves a visible focus indicator through the controls on ${path.split('?')[0]} with Tab`,
    PHONE_IF_DEEP,
    async ({ page, isMobile }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      // At 375 px, a guide's page has a bar at the bottom.
      const width = isMobile || path === '/guide-1' ? 375 : 1280;
      await page.setViewportSize({ width, height: 667 });
      await mockPurchase(page, 'paid');
      await page.goto(path);
      await waitForScripts(page);
      await page.waitForLoadState('networkidle');
      const { count } = await readFocus(page);
      for (let index = 0; index < count; index += 1) {
        await page.keyboard.press('Tab');
        const { html, ...focused } = await readFocus(page);
        expect(focused, html).toEqual({ count, index, isVisible: true });
      }
      await page.keyboard.press('Tab');
      expect((await readFocus(page)).html).toMatch(/^<body/);
    },
  );
}
