import { expect, test } from '@playwright/test';
import { byDepth } from '../depth.ts';
import { colorsAre, isAmiss, isTooPale } from './a11y/audit.ts';
import { markInteractive, tabThrough } from './a11y/focus.ts';
import { SCREENS, show } from './a11y/states.ts';
import { PHONE_IF_DEEP, PHONE_TOO } from './devices.ts';
import { scriptsRun } from './parent.ts';
import { watchRefusals } from './refusals.ts';

/** A computer's screen, or a small phone's. */
const sizeOf = (isMobile: boolean) => ({ width: isMobile ? 375 : 1280, height: 800 });

/** One of each kind; tests/deep/screens.spec.ts has every one, at every width. */
const KINDS = SCREENS.filter(({ ofItsKind }) => ofItsKind);

for (const screen of KINDS) {
  const device = screen.ofItsKind === 'on a phone too' ? PHONE_TOO : PHONE_IF_DEEP;
  test(
    `axe and the policies find nothing: ${screen.name}`,
    device,
    async ({ context, page, isMobile }) => {
      const refused = await watchRefusals(context);
      await screen.before?.(page);
      await page.setViewportSize(sizeOf(isMobile));
      await colorsAre(page, 'light');
      await show(page, screen);
      expect(await isAmiss(page)).toEqual([]);
      await colorsAre(page, 'dark');
      expect(await isTooPale(page)).toEqual([]);
      expect(refused).toEqual([]);
    },
  );
}

const WALKED = byDepth(
  ['/', '/guide-1'],
  ['/', '/guide-1', '/faqs', '/about', '/payment-canceled'],
);

for (const at of WALKED) {
  const device = at === '/' ? PHONE_TOO : PHONE_IF_DEEP;
  test(`Tab reaches everything on ${at}, visibly`, device, async ({ page, isMobile }) => {
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
