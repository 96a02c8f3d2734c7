import { ALT, BUY, ENTER, F8, PHONE, TAB, type Walk, isFocused, openAwake, tabTo } from './walk.ts';

const TOAST = '[data-sonner-toast]';
const FRONT = `${TOAST}[data-front=true]`;
const LIST = '[data-sonner-toaster]';
const CLOSE = '[data-close-button]';

const count = (selector: string, number: number): string =>
  `document.querySelectorAll('${selector}').length === ${number}`;

const isStill = `[...document.querySelectorAll('${TOAST}')]
  .every((toast) => toast.getAnimations().length === 0)`;

/** None goes by itself on a page that is hidden, so that the walk may take its time. */
const HIDE = `Object.defineProperty(document, 'hidden', { value: true })`;

export const dismissToasts: Walk = async (page, { site, setFaults }) => {
  await setFaults({ api: { status: 500, times: 100 } });
  await openAwake(page, PHONE, `${site}/guide-1`);
  await page.evaluate(HIDE);
  await tabTo(page, BUY);
  for (let raised = 1; raised <= 4; raised += 1) {
    await page.press(ENTER);
    await page.until(count(TOAST, raised));
    await page.until(isFocused(BUY));
  }
  await page.until(count(`${TOAST}[data-visible=true]`, 3));

  await page.until(isStill);
  await page.click(`${FRONT} ${CLOSE}`);
  await page.until(count(TOAST, 3));
  await page.until(isStill);
  await page.swipe(FRONT, 20);
  await page.until(count(TOAST, 2));

  for (const [index, keys] of [[F8], [ALT, 't']].entries()) {
    await page.click('main h1');
    await page.press(...keys);
    await page.until(isFocused(LIST));
    await page.press(TAB);
    await page.until(isFocused(TOAST));
    await page.press(TAB);
    await page.until(isFocused(CLOSE));
    await page.press(ENTER);
    await page.until(count(TOAST, 1 - index));
  }
};
