import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { CONTENT_PAGES, GUIDES, menuName } from '../../catalogue.ts';
import { COMPUTER, ESCAPE, PHONE, type Walk, openOn } from './walk.ts';

/** A little longer than src/components/hold-in-place.ts holds a question. */
const HELD_MS = 500;

export const readAnswers: Walk = async (page, { site }) => {
  await openOn(page, PHONE, `${site}/faqs`);
  await page.until(`!document.querySelector('astro-island[ssr]')`);
  for (const place of [2, 4]) {
    const question = `main details:nth-of-type(${place})`;
    await page.click(`${question} > summary`);
    await page.until(`document.querySelector('${question} > .answer').offsetHeight > 20`);
    await page.until(`document.querySelectorAll('main details[open]').length === 1`);
    // It is held where it is for a moment, whatever else would scroll the page.
    await setTimeout(HELD_MS);
  }
};

export const useMenus: Walk = async (page, { site }) => {
  const isOpen = `document.querySelector('header details[open] a')?.checkVisibility()`;
  for (const [screen, label] of [
    [PHONE, 'Menu'],
    [COMPUTER, 'Guides'],
  ] as const) {
    const open = async (): Promise<void> => {
      await page.click('header summary', label);
      await page.until(isOpen);
    };
    await openOn(page, screen, `${site}/about`);
    await open();
    await page.press(ESCAPE);
    await page.until(`!${isOpen}`);
    await open();
    await page.click('main h1');
    await page.until(`!${isOpen}`);
    for (const guide of GUIDES.slice(0, 2)) {
      await open();
      await page.click('header details[open] a', menuName(guide));
      await page.untilAt(guide.path);
    }
  }
};

export const lookAtLinks: Walk = async (page, { site }) => {
  for (const path of CONTENT_PAGES) {
    await openOn(page, PHONE, site + path);
    const lines = await page.evaluate(
      `[...document.querySelectorAll('a.link, .prose a, p a:not([class*=button])')]
        .map((link) => getComputedStyle(link).textDecorationLine)`,
    );
    expect(new Set(lines as string[]), path).toEqual(new Set(['underline']));
  }
};
