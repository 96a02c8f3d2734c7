import AxeBuilder from '@axe-core/playwright';
import { type Page, expect, test } from '@playwright/test';
import { byDepth, isDeep } from '../depth.ts';
import { DAILY, NIGHTLY, show } from './a11y-states.ts';
import { SUCCESS, purchaseIs } from './answers.ts';
import { PHONE_IF_DEEP } from './devices.ts';
import { scriptsRun, watchRefusals } from './parent.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Waits for running animations, because axe would measure an intermediate color. Animations that
 * are pending or finished don't count.
 */
const noColorMoves = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState === 'finished' || effect?.getComputedTiming().progress === null,
      ),
  );

/** The deep tests check every screen at every width, and also run all rules in dark mode. */
for (const screen of [...DAILY, ...byDepth([], NIGHTLY)]) {
  const [at, shows, before] = screen;
  test(
    `axe and the policies find nothing at ${at.split('?')[0]}: ${shows}`,
    PHONE_IF_DEEP,
    async ({ context, isMobile }) => {
      const refused = await watchRefusals(context);
      for (const width of isMobile ? [375] : byDepth([1280], [768, 1280])) {
        const page = await context.newPage();
        await before?.(page);
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await show(page, screen);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await noColorMoves(page);
          const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
          // Otherwise, axe opens a blank page on every run, for frames from other hosts.
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
      expect(refused).toEqual([]);
    },
  );
}

const INTERACTIVE = 'a[href], button:enabled, summary, input:not([type="hidden"]), [tabindex="0"]';

/**
 * The visible interactive elements, in the order of the document: how many, and which one has the
 * focus.
 */
const interactive = (page: Page) =>
  page.evaluate((selector) => {
    const all = [...document.querySelectorAll(selector)].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    );
    const element = document.activeElement ?? document.body;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    const { top, right, bottom, width, height } = element.getBoundingClientRect();
    // The bar at the bottom of a phone's screen covers the page; on a computer it stands beside it.
    const bar = document.querySelector('.buy-bar');
    const edges = bar?.contains(element) ? undefined : bar?.getBoundingClientRect();
    const isCovered =
      edges && right > edges.left && bottom > edges.top + 1 && top < edges.bottom - 1;
    const isOnScreen = width > 0 && height > 0 && bottom > 0 && top < window.innerHeight;
    return {
      count: all.length,
      place: all.indexOf(element),
      isSeen: isOnScreen && !isCovered && (isOutlined || boxShadow !== 'none'),
      html: element.outerHTML.slice(0, 120),
    };
  }, INTERACTIVE);

const WALKED = ['/guide-1', ...byDepth([], ['/', '/guide-2', '/faqs', '/about', SUCCESS])];

for (const at of WALKED) {
  test(
    `Tab reaches everything on ${at.split('?')[0]}, visibly`,
    PHONE_IF_DEEP,
    async ({ page, isMobile }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      // At 375 px a guide has a bar at the bottom.
      const width = isMobile || at === '/guide-1' ? 375 : 1280;
      await page.setViewportSize({ width, height: 667 });
      await purchaseIs(page, 'paid');
      await page.goto(at);
      await scriptsRun(page);
      await page.waitForLoadState('networkidle');
      const { count } = await interactive(page);
      for (let place = 0; place < count; place += 1) {
        await page.keyboard.press('Tab');
        const { html, ...focused } = await interactive(page);
        expect(focused, html).toEqual({ count, place, isSeen: true });
      }
      await page.keyboard.press('Tab');
      expect((await interactive(page)).html).toMatch(/^<body/);
    },
  );
}
