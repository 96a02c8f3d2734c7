import { type Page, expect, test } from '@playwright/test';
import { DAILY, NIGHTLY, ORDER, type Screen, mock, mockFileOf, show } from '../e2e/a11y-states.ts';
import { mockOrdersPage } from '../e2e/admin-answers.ts';
import { DOWNLOAD, mockResponse } from '../e2e/answers.ts';

/**
 * Mimics a browser's translator, which replaces each text node with
 * `<font><font>...</font></font>`, even before React starts.
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

/**
 * React reports this error and renders the island again if the island's text changed before React
 * started.
 */
const RENDERED_AGAIN = 'Minified React error #418';

/** Screens that go through several states, each with different text. */
const CHANGES: readonly Screen[] = [
  {
    name: '/guide-download after a failed and a successful download',
    path: DOWNLOAD,
    text: 'Saved.',
    mock: mockFileOf('guide-1', { status: 503 }),
    act: async (page) => {
      const button = page.getByRole('button', { name: 'Download Your Guide' });
      await button.click();
      await expect(page.getByText('Try again').first()).toBeVisible();
      await mockResponse(page, 'files/none', { json: '%PDF-' });
      await button.click();
    },
  },
  {
    name: '/find-purchase after a corrected typo',
    path: '/find-purchase',
    text: 'Check your inbox',
    mock: mock({ status: 202, json: { status: 'accepted' } }, 'find-purchase'),
    act: async (page) => {
      const field = page.getByLabel('Your email address');
      await field.fill('jo@gmial.com');
      await field.blur();
      await expect(page.getByText('jo@gmail.com')).toBeVisible();
      await page.locator('main form button').last().click();
    },
  },
  {
    name: '/admin-orders after a search without results',
    path: ORDER,
    text: 'No orders match',
    mock: mockOrdersPage,
    act: async (page) => {
      await expect(page.getByRole('dialog')).toContainText('Open in Stripe', { ignoreCase: true });
      await page.keyboard.press('Escape');
      await mockResponse(page, 'admin/find-order', { json: { orders: [] } });
      await page.locator('main input[name=query]').fill('01F3');
      await page.keyboard.press('Enter');
    },
  },
];

/** Excludes `#sent`: an island that React renders again no longer matches `:target`. */
const SCREENS = [...DAILY, ...NIGHTLY, ...CHANGES].filter(({ path }) => !path.endsWith('#sent'));

test('shows every screen without errors while a browser translates it', async ({ context }) => {
  for (const screen of SCREENS) {
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => {
      if (!message.startsWith(RENDERED_AGAIN)) errors.push(message);
    });
    await translate(page);
    await screen.mock?.(page);
    await show(page, screen);
    expect(errors, screen.name).toEqual([]);
    await page.close();
  }
});
