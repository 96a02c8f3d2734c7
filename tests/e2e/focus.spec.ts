import { readFile } from 'node:fs/promises';
import { type Page, expect, test } from '@playwright/test';
import { GUIDES } from '../catalog.ts';
import { findCovered } from './covered-focus.ts';
import { DEEP_ONLY } from './devices.ts';
import { waitForScripts } from './parent.ts';

const [GUIDE] = GUIDES;

/** Adds the note about a promotion code. This site accepts no codes, so it never shows the note. */
const addPromotionNote = async (page: Page): Promise<void> => {
  const css = await readFile('src/styles/promotion-note.css', 'utf8');
  await page.evaluate((styles) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const note = document.createElement('output');
    note.className = 'promotion-note';
    const text = document.createElement('span');
    text.textContent = 'Code WELCOME is saved for checkout.';
    const button = document.createElement('button');
    button.className = 'link';
    button.textContent = 'Remove';
    note.append(text, button);
    document.body.append(note);
  }, css);
};

for (const path of ['/', GUIDE?.path ?? '']) {
  for (const { width, height } of [
    { width: 320, height: 256 },
    { width: 390, height: 664 },
  ]) {
    test(
      `does not cover focused elements on ${path} with the promotion note at ${width}×${height}`,
      DEEP_ONLY,
      async ({ page }) => {
        await page.setViewportSize({ width, height });
        await page.goto(path);
        await waitForScripts(page); // one of them scrolls to a focused picture
        await addPromotionNote(page);
        expect(await findCovered(page)).toEqual([]);
      },
    );
  }
}

test('makes the buy button the first Tab stop in the content of a guide’s page', async ({
  page,
}) => {
  for (const viewport of [
    { width: 375, height: 667 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(GUIDE?.path ?? '');
    await page.locator('main').focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: /^Buy Guide/ }).first()).toBeFocused();
  }
});

test('keeps the buy button in view on a phone until a guide’s page is scrolled to its footer', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto(GUIDE?.path ?? '');
  const button = page.getByRole('button', { name: /^Buy Guide/ }).first();
  const rest = page.getByRole('heading', { name: 'Why it works' });
  await expect(button).toBeInViewport();
  await rest.scrollIntoViewIfNeeded();
  await expect(button).toBeInViewport();
  await page.locator('footer').first().scrollIntoViewIfNeeded();
  await expect(button).not.toBeInViewport();
});
