import { BUY, COMPUTER, ENTER, ESCAPE, type Walk, isFocused, openOn, tabTo } from './walk.ts';

export const goByKeyboard: Walk = async (page, { site }) => {
  await openOn(page, COMPUTER, `${site}/guide-1`);
  await tabTo(page, 'header summary');
  await page.press(ENTER);
  await tabTo(page, '.menu[open] a');
  await page.press(ESCAPE);
  await page.until(`!document.querySelector('.menu[open]') && ${isFocused('header summary')}`);

  await tabTo(page, BUY);
};
