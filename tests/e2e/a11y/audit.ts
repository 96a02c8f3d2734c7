import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds amiss, one line for each element. */
const violations = async (axe: AxeBuilder): Promise<string[]> => {
  // Legacy means: without a blank page of its own for every run, which frames of other hosts would need.
  const found = await axe.setLegacyMode().analyze();
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  );
};

/** By every rule of WCAG and good practice. */
export const isAmiss = (page: Page): Promise<string[]> =>
  violations(new AxeBuilder({ page }).withTags(TAGS));

export const isTooPale = (page: Page): Promise<string[]> =>
  violations(new AxeBuilder({ page }).withRules('color-contrast'));

/** A color on its way to another is neither. What only comes later, or has come, is on no way. */
export const colorsAre = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState === 'finished' || effect?.getComputedTiming().progress === null,
      ),
  );
};
