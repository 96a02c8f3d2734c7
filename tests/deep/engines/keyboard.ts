import { expect } from 'vitest';
import type { BrowserPage } from './page.ts';
import { BUY, COMPUTER, ENTER, ESCAPE, PHONE, TAB, type Walk, isFocused, openOn } from './walk.ts';

const SMALL_PAGE = 'button.page';
const OPEN_PAGE = '.sheet:popover-open';
const CLOSE = `${OPEN_PAGE} > button`;

/** Large, and there: the pictures come when they are asked for. */
const isOpen = `document.querySelector('${OPEN_PAGE} img')?.naturalWidth > 1000`;
const isClosed = `!document.querySelector('${OPEN_PAGE}')`;

/** More than lie before anything that is looked for. */
const MOST_TABS = 40;

/** Goes on by Tab until this has the focus. What has it on the way must be seen to. */
const tabTo = async ({ press, evaluate }: BrowserPage, selector: string): Promise<void> => {
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    await press(TAB);
    const [is, name, outline] = (await evaluate(`(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
      return [${isFocused(selector)}, document.activeElement.outerHTML.slice(0, 80), outlineStyle !== 'none' && outlineWidth];
    })()`)) as [boolean, string, string | false];
    expect(Number.parseFloat(outline || '0'), name).toBeGreaterThanOrEqual(2);
    if (is) return;
  }
  throw new Error(`no Tab leads to ${selector}`);
};

export const goByKeyboard: Walk = async (page, { site }) => {
  await openOn(page, COMPUTER, `${site}/guide-1`);
  await tabTo(page, 'header summary');
  await page.press(ENTER);
  await tabTo(page, '.menu[open] a');
  await page.press(ESCAPE);
  await page.until(`!document.querySelector('.menu[open]') && ${isFocused('header summary')}`);

  await tabTo(page, SMALL_PAGE);
  await page.press(ENTER);
  await page.until(`${isOpen} && ${isFocused('.paper')}`);
  await page.press(ESCAPE);
  await page.until(`${isClosed} && ${isFocused(SMALL_PAGE)}`);
  await page.press(ENTER);
  await page.until(isOpen);
  await tabTo(page, CLOSE);
  await page.press(ENTER);
  await page.until(`${isClosed} && ${isFocused(SMALL_PAGE)}`);

  await tabTo(page, BUY);
};

export const lookInside: Walk = async (page, { site }) => {
  for (const screen of [PHONE, COMPUTER]) {
    await openOn(page, screen, `${site}/guide-1`);
    await page.click(SMALL_PAGE);
    await page.until(isOpen);
    await page.click(CLOSE);
    await page.until(isClosed);
  }
};
