import { expect, test } from '@playwright/test';
import { colorsAre, isAmiss } from '../e2e/a11y/audit.ts';
import { SCREENS, show } from '../e2e/a11y/states.ts';
import { watchRefusals } from '../e2e/refusals.ts';

const WIDTHS = [375, 768, 1280];

for (const screen of SCREENS) {
  test(`at any width, light and dark, axe finds nothing amiss and nothing is refused: ${screen.name}`, async ({
    context,
  }) => {
    const refused = await watchRefusals(context);
    for (const width of WIDTHS) {
      const page = await context.newPage();
      await screen.before?.(page);
      await page.setViewportSize({ width, height: 800 });
      for (const colors of ['light', 'dark'] as const) {
        await colorsAre(page, colors);
        if (colors === 'light') await show(page, screen);
        expect(await isAmiss(page), `${width} px, ${colors}`).toEqual([]);
      }
      await page.close();
    }
    expect(refused).toEqual([]);
  });
}
