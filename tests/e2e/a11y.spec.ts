import AxeBuilder from '@axe-core/playwright';
import { type Page, expect, test } from '@playwright/test';
import { markInteractive, tabThrough } from './a11y/focus.ts';
import { SCREENS, show } from './a11y/states.ts';
import { scriptsRun } from './parent.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The desktop project looks at a computer's screen, the phone project at a small phone's. */
const sizeOf = (isMobile: boolean) => ({ width: isMobile ? 375 : 1280, height: 800 });

/** What axe finds amiss, one line for each element. */
const violations = async (axe: AxeBuilder): Promise<string[]> => {
  // Legacy means: without a blank page of its own for every run, which frames of other hosts would need.
  const found = await axe.setLegacyMode().analyze();
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  );
};

/** A color on its way to another is neither. */
const colorsAre = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.waitForFunction(() => document.getAnimations().length === 0);
};

for (const screen of SCREENS) {
  test(`axe finds nothing amiss: ${screen.name}`, async ({ page, isMobile }) => {
    await screen.before?.(page);
    await page.setViewportSize(sizeOf(isMobile));
    await colorsAre(page, 'light');
    await show(page, screen);
    expect(await violations(new AxeBuilder({ page }).withTags(TAGS))).toEqual([]);
    // The colors are those of the computer's screen.
    if (isMobile) return;
    await colorsAre(page, 'dark');
    expect(await violations(new AxeBuilder({ page }).withRules('color-contrast'))).toEqual([]);
  });
}

test('axe would find a button without a name, and words too pale to read', async ({ page }) => {
  await page.goto('/terms');
  await page.getByRole('main').evaluate((main) => {
    main.append(document.createElement('button'));
    const pale = document.createElement('p');
    pale.textContent = 'Pale';
    pale.style.cssText = 'color: #eee; background: #fff';
    main.append(pale);
  });
  const found = await violations(new AxeBuilder({ page }).withTags(TAGS));
  expect(found.some((line) => line.startsWith('button-name'))).toBe(true);
  expect(found.some((line) => line.startsWith('color-contrast'))).toBe(true);
});

for (const at of ['/', '/guide-1', '/faqs', '/about', '/payment-canceled']) {
  test(`everything on ${at} is reached by Tab, and seen to be`, async ({ page, isMobile }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(sizeOf(isMobile));
    await page.goto(at);
    await scriptsRun(page);
    const places = await markInteractive(page);
    const passed = await tabThrough(page, places.length);
    expect(passed.map(({ place }) => place)).toEqual(places);
    expect(passed.filter(({ isSeen }) => !isSeen)).toEqual([]);
  });
}
