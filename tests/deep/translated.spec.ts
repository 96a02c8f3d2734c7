import { type Page, expect, test } from '@playwright/test';
import { adminShows } from '../e2e/admin-answers.ts';
import { SESSION, answer, problem, purchaseIs } from '../e2e/answers.ts';
import { scriptsRun } from '../e2e/parent.ts';

/** Does what a browser's translator does: each text becomes `<font><font>...</font></font>`, also before React starts. */
const translate = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const KEPT = 'script, style, template, font, textarea, title';
    const wrap = (text: Node): void => {
      if (!text.nodeValue?.trim() || text.parentElement?.closest(KEPT) !== null) return;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
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

/** React draws an island anew if its text has changed before it starts. */
const DRAWN_ANEW = 'Minified React error #418';

const FILE = { downloadUrl: '/api/files/one', fileName: 'One.pdf' };
const says = (page: Page, words: string | RegExp) =>
  expect(page.getByText(words).first()).toBeVisible();

/** Each page goes through states that change its texts. */
const PAGES: readonly (readonly [path: string, change: (page: Page) => Promise<unknown>])[] = [
  ...['/', '/guide-1'].map((path): (typeof PAGES)[number] => [
    path,
    async (page) => {
      const button = page.locator('main form button').first();
      const label = (await button.textContent()) ?? '';
      await button.click();
      await says(page, 'PAYMENT ERROR');
      await expect(button).toHaveText(label);
    },
  ]),
  [
    '/find-purchase',
    async (page) => {
      const send = page.locator('main form button').last();
      await page.locator('#email').fill('jo@gmial.com');
      await page.locator('#email').blur();
      await says(page, 'jo@gmail.com');
      await send.click();
      await says(page, 'ONE MOMENT.');
      await answer(page, 'find-purchase', { status: 202, json: { status: 'accepted' } });
      await send.click();
      await says(page, 'CHECK YOUR INBOX');
    },
  ],
  [
    `/payment-success?session_id=${SESSION}`,
    async (page) => {
      await says(page, 'YOUR PAYMENT IS ON ITS WAY');
      await purchaseIs(page, 'paid');
      await says(page, 'PAYMENT SUCCESSFUL!');
      await says(page, 'ORDER CONFIRMED');
    },
  ],
  [
    `/guide-download?session_id=${SESSION}`,
    async (page) => {
      await says(page, 'YOUR PAYMENT IS ON ITS WAY');
      await purchaseIs(page, 'paid', 'individual_guide_6_10', [FILE]);
      await says(page, 'YOUR GUIDE IS READY!');
      const button = page.locator('main button').first();
      await button.click();
      await says(page, /COULDN’T|TRY AGAIN/);
      await page.route('**/api/files/one', (route) => route.fulfill({ body: '%PDF-' }));
      await button.click();
      await says(page, 'SAVED.');
    },
  ],
  [
    '/faqs',
    async (page) => {
      await page.locator('main summary').nth(2).click();
      await expect(page.locator('main details[open]')).toBeVisible();
    },
  ],
  [
    '/admin-orders',
    async (page) => {
      await page.locator('main a[href*="order="]').first().click();
      await expect(page.getByRole('dialog')).toContainText('OPEN IN STRIPE');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.locator('main input[name=query]').fill('01F3');
      await page.keyboard.press('Enter');
      await says(page, 'NO ORDERS MATCH');
    },
  ],
];

test('a translated page shows each state, and React removes no text that is elsewhere', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => {
    if (!message.startsWith(DRAWN_ANEW)) errors.push(message);
  });
  await translate(page);
  await adminShows(page);
  await answer(page, 'admin/find-order', { json: { orders: [] } });
  await answer(page, 'create-payment', 'unreachable');
  await answer(page, 'find-purchase', problem(503, 'One moment.', 'temporarily_unavailable'));
  await answer(page, 'files/one', { status: 503 });
  for (const [path, change] of PAGES) {
    await purchaseIs(page, 'pending');
    await page.goto(path);
    await scriptsRun(page);
    await change(page);
    expect(errors, path).toEqual([]);
  }
});
