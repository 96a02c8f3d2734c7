import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Engine } from './engine.ts';

const GIVEN_UP_AFTER_MS = 60_000;
const CHECKED_AGAIN_AFTER_MS = 100;
/** So slow that no rule for flicks has a part in it. */
const HELD_MS = 800;

const checkUntil = async <T>(what: string, check: () => Promise<T | undefined>): Promise<T> => {
  const end = Date.now() + GIVEN_UP_AFTER_MS;
  for (;;) {
    // While a page gives way to the next, nothing can be asked of it.
    const found = await check().catch(() => undefined);
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`never true: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, CHECKED_AGAIN_AFTER_MS));
  }
};

/** What a parent does and sees, in whatever engine. */
export const pageOf = (engine: Engine) => {
  /** Waits until an expression is true in the tab, through whatever is loaded meanwhile. */
  const until = (expression: string): Promise<true> =>
    checkUntil(expression, async () =>
      (await engine.evaluate(`Boolean(${expression})`)) === true ? true : undefined,
    );

  /** Brings the first element into view that is seen, and has these words where some are named; its middle. */
  const show = async (selector: string, words = ''): Promise<[number, number]> => {
    const one = `[...document.querySelectorAll(${JSON.stringify(selector)})].find((element) =>
      element.checkVisibility() && element.textContent.includes(${JSON.stringify(words)}))`;
    await engine.evaluate(`(() => {
      ${one}.scrollIntoView({ block: 'center', behavior: 'instant' });
      window.isPainted = false;
      requestAnimationFrame(() => requestAnimationFrame(() => { window.isPainted = true; }));
    })()`);
    // Before it has painted, WebKit clicks what stood there before the page was scrolled.
    await until('window.isPainted');
    return (await engine.evaluate(`(() => {
      const { x, y, width, height } = ${one}.getBoundingClientRect();
      return [Math.round(x + width / 2), Math.round(y + height / 2)];
    })()`)) as [number, number];
  };

  const useMouse = (actions: readonly object[]): Promise<unknown> =>
    engine.act({ type: 'pointer', id: 'mouse', actions });
  const DOWN = { type: 'pointerDown', button: 0 };
  const UP = { type: 'pointerUp', button: 0 };

  const click = async (selector: string, words = ''): Promise<void> => {
    const [x, y] = await show(selector, words);
    await useMouse([{ type: 'pointerMove', x, y }, DOWN, UP]);
  };

  /** Takes an element so many CSS pixels to the right, and lets it go. */
  const swipe = async (selector: string, right: number): Promise<void> => {
    const [x, y] = await show(selector);
    const held = { type: 'pause', duration: HELD_MS };
    const away = { type: 'pointerMove', x: x + right, y };
    await useMouse([{ type: 'pointerMove', x, y }, DOWN, held, away, UP]);
  };

  /** Holds these keys down together, and lets them go. */
  const press = async (...keys: readonly string[]): Promise<void> => {
    const actions = [
      ...keys.map((value) => ({ type: 'keyDown', value })),
      ...keys.toReversed().map((value) => ({ type: 'keyUp', value })),
    ];
    await engine.act({ type: 'key', id: 'keys', actions });
  };

  /** Into what has the focus. */
  const type = async (text: string): Promise<void> => {
    for (const key of text) await press(key);
  };

  /** Waits for a download to be right, and puts it away. */
  const takeSaved = async (
    fileName: string,
    isRight: (bytes: Buffer) => boolean,
  ): Promise<void> => {
    const file = path.join(engine.downloads, fileName);
    await checkUntil(`${fileName} is saved, and right`, async () =>
      isRight(readFileSync(file)) ? true : undefined,
    );
    rmSync(file);
  };

  return {
    ...engine,
    until,
    click,
    swipe,
    press,
    type,
    takeSaved,
    /** Until the page of this path has come. */
    untilAt: (pathname: string) =>
      until(`location.pathname === '${pathname}' && document.readyState === 'complete'`),
    untilToast: (words: string) =>
      until(`[...document.querySelectorAll('[data-sonner-toast]')]
        .some((toast) => toast.innerText.includes(${JSON.stringify(words)}))`),
    /** Until no other tab is open than these. */
    untilTabs: (known: readonly string[]) =>
      checkUntil('the same tabs', async () =>
        (await engine.tabs()).every((tab) => known.includes(tab)) ? true : undefined,
      ),
    /** Goes on in the tab that comes beside these. */
    enterNewTab: async (known: readonly string[]): Promise<void> => {
      const tab = await checkUntil('a new tab', async () =>
        (await engine.tabs()).find((one) => !known.includes(one)),
      );
      await engine.enter(tab);
    },
  };
};

export type BrowserPage = ReturnType<typeof pageOf>;
