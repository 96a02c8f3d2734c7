import { readFile } from 'node:fs/promises';
import { type Page, expect, test } from '@playwright/test';
import { GUIDES } from '../catalog.ts';

const [GUIDE] = GUIDES;

/** The note about a promotion code, which this site does not take. */
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

/** Whether at least a part of the focused element is in the window with nothing above it. */
const isFocusVisible = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused) return false;
    return Array.from(focused.getClientRects()).some(({ left, top, width, height }) =>
      [0.1, 0.3, 0.5, 0.7, 0.9].some((fraction) => {
        const found = document.elementFromPoint(left + width / 2, top + height * fraction);
        return found !== null && (focused.contains(found) || found.contains(focused));
      }),
    );
  });

/** Presses Tab through the page. Returns the focused elements that something covers. */
const findCovered = async (page: Page): Promise<string[]> => {
  const covered: string[] = [];
  await page.evaluate(() => {
    document.documentElement.style.scrollBehavior = 'auto';
    window.scrollTo(0, 0);
  });
  for (let stops = 0; stops < 150; stops += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 100));
    if (name?.startsWith('<body')) break;
    if (!(await isFocusVisible(page))) covered.push(name ?? '');
  }
  return covered;
};

for (const path of ['/', GUIDE?.path ?? '']) {
  for (const { width, height } of [
    { width: 320, height: 256 },
    { width: 390, height: 664 },
  ]) {
    test(`the promotion note covers no focused element of ${path} at ${width}×${height}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await page.goto(path);
      await addPromotionNote(page);
      expect(await findCovered(page)).toEqual([]);
    });
  }
}

for (const percent of [100, 150, 200]) {
  test(`the buy bar covers no focused element, and little of the window, at ${percent}% text`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 740 });
    await page.goto(GUIDE?.path ?? '');
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}%`;
    }, percent);
    expect(await findCovered(page)).toEqual([]);
    const bar = page.locator('.buy-bar');
    const { position, height } = await bar.evaluate((element) => ({
      position: getComputedStyle(element).position,
      height: element.getBoundingClientRect().height,
    }));
    if (position === 'sticky') expect(height).toBeLessThan(740 / 4);
  });
}

test('the buy button is the first stop in a guide’s page', async ({ page }) => {
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

test('the bar with the buy button stays in view on a phone, until the guide’s page ends', async ({
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
