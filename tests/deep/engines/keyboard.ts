import {
  BUY,
  COMPUTER,
  ENTER,
  ESCAPE,
  PHONE,
  type Walk,
  isFocused,
  openOn,
  tabTo,
} from './walk.ts';

const SMALL_PAGE = 'button.page';
const OPEN_PAGE = '.sheet:popover-open';
const CLOSE = `${OPEN_PAGE} > button`;

/** Large, and there: the pictures come when they are asked for. */
const isOpen = `document.querySelector('${OPEN_PAGE} img')?.naturalWidth > 1000`;
const isClosed = `!document.querySelector('${OPEN_PAGE}')`;

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
