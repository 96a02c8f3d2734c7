import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Engine } from './engine.ts';

const GIVEN_UP_AFTER_MS = 60_000;
const CHECKED_AGAIN_AFTER_MS = 100;

const checkUntil = async (what: string, check: () => Promise<boolean>): Promise<void> => {
  const end = Date.now() + GIVEN_UP_AFTER_MS;
  // While a page gives way to the next, nothing can be asked of it.
  while (!(await check().catch(() => false))) {
    if (Date.now() > end) throw new Error(`never true: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, CHECKED_AGAIN_AFTER_MS));
  }
};

/** What a parent does and sees, in whatever engine. */
export const pageOf = ({ evaluate, act, downloads }: Engine) => {
  /** Waits until an expression is true in the tab, through whatever is loaded meanwhile. */
  const until = (expression: string): Promise<void> =>
    checkUntil(expression, async () => (await evaluate(`Boolean(${expression})`)) === true);

  /** Clicks the first element that is seen, and has these words where some are named. */
  const click = async (selector: string, words = ''): Promise<void> => {
    const one = `[...document.querySelectorAll(${JSON.stringify(selector)})].find((element) =>
      element.checkVisibility() && element.textContent.includes(${JSON.stringify(words)}))`;
    await evaluate(`(() => {
      ${one}.scrollIntoView({ block: 'center', behavior: 'instant' });
      window.isPainted = false;
      requestAnimationFrame(() => requestAnimationFrame(() => { window.isPainted = true; }));
    })()`);
    // Before it has painted, WebKit clicks what stood there before the page was scrolled.
    await until('window.isPainted');
    const [x, y] = (await evaluate(`(() => {
      const { x, y, width, height } = ${one}.getBoundingClientRect();
      return [Math.round(x + width / 2), Math.round(y + height / 2)];
    })()`)) as [number, number];
    await act('pointer', [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]);
  };

  /** Into what has the focus. */
  const type = async (text: string): Promise<void> => {
    for (const value of text) {
      await act('key', [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
    }
  };

  /** Waits for a download to be right, and puts it away. */
  const takeSaved = async (
    fileName: string,
    isRight: (bytes: Buffer) => boolean,
  ): Promise<void> => {
    const file = path.join(downloads, fileName);
    await checkUntil(`${fileName} is saved, and right`, async () => isRight(readFileSync(file)));
    rmSync(file);
  };

  return { until, click, type, takeSaved };
};
