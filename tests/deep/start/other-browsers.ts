import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fileNameOf } from '../../catalog.ts';
import { storedFile, withoutLine } from '../../project.ts';
import { onlyIf } from '../../tools.ts';
import { ENGINES } from '../engines.ts';

const CARD = { email: 'a@example.com', number: '4242424242424242', expiry: '12/34', cvc: '123' };
const FILE = fileNameOf('guide-1');

const element = (selector: string): string => `document.querySelector(${JSON.stringify(selector)})`;

/** Adds a test for each browser in `ENGINES`. The shop at `site` runs in the folder `root`. */
export const testOtherBrowsers = (root: string, site: string): void => {
  for (const { name, isHere, start } of ENGINES) {
    const ifInstalled = onlyIf(isHere(), `${name} is not installed`);

    test(
      `downloads a guide from the button and from the link in ${name}`,
      ifInstalled,
      async () => {
        const engine = await start();
        onTestFinished(engine.stop);
        const untilTrue = async (expression: string): Promise<void> => {
          // While the browser loads another page, the expression has no result.
          const isTrue = () => engine.evaluate(`Boolean(${expression})`);
          await expect.poll(isTrue, { message: expression }).toBe(true);
        };
        const click = async (selector: string): Promise<void> => {
          await untilTrue(element(selector));
          await engine.evaluate(`${element(selector)}.click()`);
        };
        const stored = storedFile(root, new URL(site).port, FILE);
        const saved = path.join(engine.downloads, FILE);
        const untilSaved = async (): Promise<void> => {
          await expect.poll(() => withoutLine(readFileSync(saved)).equals(stored)).toBe(true);
          rmSync(saved);
        };

        await engine.open(`${site}/guide-1`);
        // Waits for all islands except those that start when they come into view.
        await untilTrue(`!${element('astro-island[ssr]:not([client=visible])')}`);
        await click('form[action="/api/create-payment"] button');
        await untilTrue(`location.pathname.startsWith('/c/pay/') && ${element('button.main')}`);
        for (const [field, text] of Object.entries(CARD)) {
          await engine.evaluate(`${element(`[name=${field}]`)}.value = '${text}'`);
        }
        await click('button.main');
        await untilTrue(`document.body.innerText.includes('Order confirmed')`);
        await click('a[href^="/guide-download"]');
        await untilTrue(element('main ul a'));
        await click('main button');
        await untilTrue(`${element('[data-sonner-toast]')}.innerText.includes('1 file(s)')`);
        await untilSaved();
        await click('main ul a');
        await untilSaved();
      },
    );
  }
};
