import { expect, test } from '@playwright/test';
import { byDepth } from '../depth.ts';
import { colorsAre, isAmiss, isTooPale } from './a11y/audit.ts';
import { markInteractive, tabThrough } from './a11y/focus.ts';
import { DAILY, DAILY_ON_PHONE_TOO, NIGHTLY, show } from './a11y/states.ts';
import { PHONE_IF_DEEP, PHONE_TOO } from './devices.ts';
import { scriptsRun } from './parent.ts';
import { watchRefusals } from './refusals.ts';

/** In the deep tests every screen, at every width, by all rules in the dark too. */
const SCREENS = [...DAILY_ON_PHONE_TOO, ...DAILY, ...byDepth([], NIGHTLY)];

for (const screen of SCREENS) {
  const [at, shows, before] = screen;
  test(
    `axe and the policies find nothing at ${at.split('?')[0]}: ${shows}`,
    DAILY_ON_PHONE_TOO.includes(screen) ? PHONE_TOO : PHONE_IF_DEEP,
    async ({ context, isMobile }) => {
      const refused = await watchRefusals(context);
      for (const width of isMobile ? [375] : byDepth([1280], [768, 1280])) {
        const page = await context.newPage();
        await before?.(page);
        await page.setViewportSize({ width, height: 800 });
        await colorsAre(page, 'light');
        await show(page, screen);
        expect(await isAmiss(page), `${width} px`).toEqual([]);
        await colorsAre(page, 'dark');
        expect(await byDepth(isTooPale, isAmiss)(page), `${width} px, dark`).toEqual([]);
        await page.close();
      }
      expect(refused).toEqual([]);
    },
  );
}

/** Each with its width on a computer; a phone's width has a bar at the bottom. */
const WALKED: Readonly<Record<string, number>> = byDepth(
  { '/': 1280, '/guide-1': 375 },
  { '/': 1280, '/guide-1': 375, '/guide-2': 1280, '/faqs': 1280, '/about': 1280 },
);

for (const [at, width] of Object.entries(WALKED)) {
  test(`Tab reaches everything on ${at}, visibly`, PHONE_IF_DEEP, async ({ page, isMobile }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: isMobile ? 375 : width, height: 667 });
    await page.goto(at);
    await scriptsRun(page);
    const places = await markInteractive(page);
    const passed = await tabThrough(page, places.length);
    expect(passed.map(({ place }) => place)).toEqual(places);
    expect(passed.filter(({ isSeen }) => !isSeen)).toEqual([]);
  });
}
