import { type Page, expect, test } from '@playwright/test';
import { problem, purchaseIs, answer, SESSION } from './answers.ts';
import { adminShows } from './admin-answers.ts';
import { scriptsRun } from './parent.ts';

/** As a translator in the browser does: each text becomes `<font><font>...</font></font>`, also before React starts. */
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

/** The errors of the page, such as React's when it removes a text that is no longer where it was. */
const errorsOf = (page: Page): string[] => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => {
    if (!message.startsWith(DRAWN_ANEW)) errors.push(message);
  });
  return errors;
};

let errors: string[];
test.beforeEach(async ({ page }) => {
  errors = errorsOf(page);
  await translate(page);
});
test.afterEach(() => expect(errors).toEqual([]));

test('a translated button shows that it is busy, and that it is not any more', async ({ page }) => {
  await answer(page, 'create-payment', 'unreachable');
  for (const path of ['/', '/guide-1']) {
    await page.goto(path);
    await scriptsRun(page);
    const button = page.locator('main form button').first();
    const label = await button.textContent();
    await button.click();
    await expect(page.getByText('PAYMENT ERROR')).toBeVisible();
    await expect(button).toHaveText(label ?? '');
  }
});

test('a translated request for links is confirmed', async ({ page }) => {
  await answer(page, 'find-purchase', problem(503, 'One moment.', 'temporarily_unavailable'));
  await page.goto('/find-purchase');
  await scriptsRun(page);
  await page.locator('#email').fill('jo@gmial.com');
  await page.locator('#email').blur();
  await expect(page.getByText('jo@gmail.com')).toBeVisible();
  await page.locator('main form button').last().click();
  await expect(page.getByText('ONE MOMENT.')).toBeVisible();
  await answer(page, 'find-purchase', { status: 202, json: { status: 'accepted' } });
  await page.locator('main form button').last().click();
  await expect(page.getByText('CHECK YOUR INBOX')).toBeVisible();
});

test('a translated page after the payment goes from waiting to the order', async ({ page }) => {
  await purchaseIs(page, 'pending');
  await page.goto(`/payment-success?session_id=${SESSION}`);
  await expect(page.getByText('YOUR PAYMENT IS ON ITS WAY')).toBeVisible();
  await purchaseIs(page, 'paid');
  await expect(page.getByText('PAYMENT SUCCESSFUL!')).toBeVisible();
  await expect(page.getByText('ORDER CONFIRMED')).toBeVisible();
});

test('a translated download page goes from waiting to saved files', async ({ page }) => {
  await purchaseIs(page, 'pending');
  await page.goto(`/guide-download?session_id=${SESSION}`);
  await expect(page.getByText('YOUR PAYMENT IS ON ITS WAY')).toBeVisible();
  const file = { downloadUrl: '/api/files/one', fileName: 'One.pdf' };
  await purchaseIs(page, 'paid', 'individual_guide_6_10', [file]);
  await expect(page.getByText('YOUR GUIDE IS READY!')).toBeVisible();
  await page.route('**/api/files/one', (route) => route.fulfill({ status: 503 }));
  const button = page.locator('main button').first();
  await button.click();
  await expect(
    page
      .getByText('COULDN’T', { exact: false })
      .or(page.getByText('TRY AGAIN', { exact: false }))
      .first(),
  ).toBeVisible();
  await page.unroute('**/api/files/one');
  await page.route('**/api/files/one', (route) => route.fulfill({ body: '%PDF-' }));
  await button.click();
  await expect(page.getByText('SAVED.', { exact: false }).first()).toBeVisible();
});

test('a translated question opens', async ({ page }) => {
  await page.goto('/faqs');
  await page.locator('main summary').nth(2).click();
  await expect(page.locator('main details[open]')).toBeVisible();
});

test('the owner’s translated pages keep their content', async ({ page }) => {
  await adminShows(page);
  await page.goto('/admin-orders');
  const row = page.locator('main a[href*="order="]').first();
  await row.click();
  await expect(page.getByRole('dialog')).toContainText('OPEN IN STRIPE');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.locator('main input[type=search], main input[name=query]').first().fill('01F3');
  await page.keyboard.press('Enter');
  await expect(row).toBeVisible();
});
