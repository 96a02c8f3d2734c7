import { type Page, expect, test } from '@playwright/test';
import { DAILY, NIGHTLY, ORDER, type Screen, answers, filesOf, show } from '../e2e/a11y-states.ts';
import { adminShows } from '../e2e/admin-answers.ts';
import { DOWNLOAD, answer } from '../e2e/answers.ts';

/**
 * Mimics a browser's translator: each text becomes `<font><font>...</font></font>`, also before
 * React starts.
 */
const translate = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const KEPT = 'script, style, template, font, textarea, title';
    const wrap = (text: Node): void => {
      if (!text.nodeValue?.trim() || text.parentElement?.closest(KEPT) !== null) return;
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      inner.textContent = text.nodeValue.toUpperCase();
      outer.append(inner);
      text.parentNode?.replaceChild(outer, text);
    };
    const wrapAll = (root: Node): void => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      texts.forEach(wrap);
    };
    new MutationObserver((records) => {
      for (const { addedNodes } of records) {
        for (const node of addedNodes) {
          if (node instanceof Text) wrap(node);
          else wrapAll(node);
        }
      }
    }).observe(document, { subtree: true, childList: true });
  });

/** React renders an island again if its text changed before React started. */
const RENDERED_AGAIN = 'Minified React error #418';

/** Each page goes through states that change its texts. */
const CHANGES: readonly Screen[] = [
  [
    DOWNLOAD,
    'Saved.',
    filesOf('guide-1', { status: 503 }),
    async (page) => {
      const button = page.getByRole('button', { name: 'Download Your Guide' });
      await button.click();
      await expect(page.getByText('Try again').first()).toBeVisible();
      await answer(page, 'files/none', { json: '%PDF-' });
      await button.click();
    },
  ],
  [
    '/find-purchase',
    'Check your inbox',
    answers({ status: 202, json: { status: 'accepted' } }, 'find-purchase'),
    async (page) => {
      const field = page.getByLabel('Your email address');
      await field.fill('jo@gmial.com');
      await field.blur();
      await expect(page.getByText('jo@gmail.com')).toBeVisible();
      await page.locator('main form button').last().click();
    },
  ],
  [
    ORDER,
    'No orders match',
    adminShows,
    async (page) => {
      await expect(page.getByRole('dialog')).toContainText('Open in Stripe', { ignoreCase: true });
      await page.keyboard.press('Escape');
      await answer(page, 'admin/find-order', { json: { orders: [] } });
      await page.locator('main input[name=query]').fill('01F3');
      await page.keyboard.press('Enter');
    },
  ],
];

/** An island that is rendered again is not the address's target anymore. */
const SCREENS = [...DAILY, ...NIGHTLY, ...CHANGES].filter(([at]) => !at.endsWith('#sent'));

test('shows each state of a translated page, whose moved texts React does not remove', async ({
  context,
}) => {
  for (const screen of SCREENS) {
    const [at, words, before] = screen;
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => {
      if (!message.startsWith(RENDERED_AGAIN)) errors.push(message);
    });
    await translate(page);
    await before?.(page);
    await show(page, screen);
    expect(errors, `${at}: ${words}`).toEqual([]);
    await page.close();
  }
});
