import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Engine } from './engine.ts';

const GIVEN_UP_AFTER_MS = 60_000;
const CHECKED_AGAIN_AFTER_MS = 100;

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

  const click = async (selector: string, words = ''): Promise<void> => {
    const [x, y] = await show(selector, words);
    const press = ['pointerDown', 'pointerUp'].map((kind) => ({ type: kind, button: 0 }));
    const actions = [{ type: 'pointerMove', x, y }, ...press];
    await engine.act({ type: 'pointer', id: 'mouse', actions });
  };

  /** Into what has the focus. */
  const type = async (text: string): Promise<void> => {
    for (const value of text) {
      const actions = ['keyDown', 'keyUp'].map((kind) => ({ type: kind, value }));
      await engine.act({ type: 'key', id: 'keys', actions });
    }
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
    type,
    takeSaved,
    untilToast: (words: string) =>
      until(`[...document.querySelectorAll('[data-sonner-toast]')]
        .some((toast) => toast.innerText.includes(${JSON.stringify(words)}))`),
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
