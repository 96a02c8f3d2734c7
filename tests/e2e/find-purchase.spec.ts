import { type Browser, type Page, expect, test } from '@playwright/test';
import { productOf, subjectOf } from '../catalogue.ts';
import { answer, problem } from './answers.ts';
import { PHONE_TOO } from './devices.ts';
import { linksIn, mailTo } from './inbox.ts';
import {
  CARD,
  buyButton,
  checkoutFrom,
  expectStoredBytes,
  holdScripts,
  payByCard,
  scriptsRun,
} from './parent.ts';
import { watchRefusals } from './refusals.ts';

const FOUND = subjectOf('find-purchase');
const RECEIPT = subjectOf('receipt');
const ACCEPTED = { status: 202, json: { status: 'accepted' } };

/** Each test has its own, since an address gets few mails an hour. */
const addressFor = (story: string): string => `${story}-${test.info().project.name}@example.com`;

const alert = (page: Page) => page.getByRole('alert');
const field = (page: Page) => page.getByLabel('Your email address');
const button = (page: Page) => page.getByRole('button', { name: 'Send me my links' });
const heading = (page: Page) => page.getByRole('heading', { name: 'Check your inbox' });
const ask = async (page: Page, address: string): Promise<void> => {
  await field(page).fill(address);
  await button(page).click();
};

/** In another browser, which knows nothing of the purchase. */
const elsewhere = async (browser: Browser, options = {}): Promise<Page> =>
  (await browser.newContext(options)).newPage();

const downloadsTheGuide = async (page: Page, link: string): Promise<void> => {
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Your Guide is Ready!' })).toBeVisible();
  const file = page.getByRole('link', { name: productOf('guide-1').file_name });
  const [download] = await Promise.all([page.waitForEvent('download'), file.click()]);
  await expectStoredBytes(page, download);
};

test(
  'a parent who lost the link has it sent again, and downloads on another device',
  PHONE_TOO,
  async ({ page, browser, context }) => {
    const refused = await watchRefusals(context);
    const address = addressFor('lost');
    const checkout = await checkoutFrom(page, '/guide-1');
    await payByCard(checkout, CARD.pays, address);
    await expect(checkout.getByText('Order confirmed')).toBeVisible();

    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Find my purchase' }).click();
    await expect(page).toHaveURL(/\/find-purchase$/);
    await scriptsRun(page);
    await ask(page, address.toUpperCase());
    await expect(heading(page)).toBeFocused();
    await expect(
      page.getByText(`bought anything with ${address.toUpperCase()}, an email`),
    ).toBeVisible();
    await expect(field(page)).toBeHidden();
    expect(refused).toEqual([]);

    const links = linksIn(await mailTo(page, address.toUpperCase(), FOUND));
    expect(links).toHaveLength(1);
    await downloadsTheGuide(await elsewhere(browser), links[0] ?? '');
  },
);

test('a receipt in the inbox leads to the download on another device', async ({
  page,
  browser,
}) => {
  const address = addressFor('receipt');
  const checkout = await checkoutFrom(page, '/guide-1');
  await payByCard(checkout, CARD.pays, address);
  await checkout.waitForURL(/payment-success/);
  const mail = await mailTo(page, address, RECEIPT);
  const reader = await elsewhere(browser);
  await reader.setContent(mail.html);
  await reader.getByRole('link', { name: 'Open your download page' }).click();
  await downloadsTheGuide(reader, reader.url());
});

test('an address that nothing was bought with is told the same, and can be corrected', async ({
  page,
}) => {
  const address = addressFor('nobody').replace('example', 'gmial');
  const meant = page.getByRole('button', { name: address.replace('gmial', 'gmail') });
  await page.goto('/find-purchase');
  await scriptsRun(page);
  await field(page).fill(address);
  await expect(meant).toBeHidden();
  await field(page).press('Enter');
  await expect(heading(page)).toBeFocused();
  await page.getByRole('link', { name: 'Try that one' }).click();
  await expect(field(page)).toBeFocused();
  await expect(heading(page)).toBeHidden();

  await page.goBack();
  await meant.press('Enter');
  await expect(heading(page)).toBeHidden();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue(address.replace('gmial', 'gmail'));
});

test('a near miss of a provider is pointed out beside the field, and sent all the same', async ({
  page,
}) => {
  const meant = page.getByRole('button', { name: 'ann@gmail.com' });
  await answer(page, 'find-purchase', ACCEPTED);
  await page.goto('/find-purchase');
  await scriptsRun(page);
  await field(page).fill('ann@gmial.com');
  await field(page).press('Tab');
  await expect(button(page)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(meant).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('ann@gmail.com');
  await expect(meant).toBeHidden();
  // A hint that came with the press would move the button away from under the pointer.
  await ask(page, 'ann@gmial.com');
  await expect(page.getByText('bought anything with ann@gmial.com')).toBeVisible();
});

test('the form is a plain one before React, which keeps what was typed', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/find-purchase', { waitUntil: 'commit' });
  await ask(page, addressFor('early'));
  await expect(page).toHaveURL(/\/find-purchase#sent$/);
  await expect(page.getByText('bought anything with this address, an email')).toBeVisible();
  await page.getByRole('link', { name: 'Try that one' }).click();
  await field(page).fill('ann@example.com');
  release();
  await scriptsRun(page);
  await answer(page, 'find-purchase', ACCEPTED);
  await button(page).click();
  await expect(page.getByText('bought anything with ann@example.com')).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a parent finds the purchase and downloads it', async ({ page, browser, context }) => {
    const refused = await watchRefusals(context);
    const address = addressFor('plain');
    await page.goto('/guide-1');
    await buyButton(page).click();
    await payByCard(page, CARD.pays, address);
    await page.waitForURL(/payment-success/);
    await page.goto('/find-purchase');
    await ask(page, address);
    await expect(page).toHaveURL(/\/find-purchase#sent$/);
    await expect(heading(page)).toBeVisible();
    await expect(field(page)).toBeHidden();
    expect(refused).toEqual([]);

    const [link = ''] = linksIn(await mailTo(page, address, FOUND));
    const reader = await elsewhere(browser, { javaScriptEnabled: false });
    await reader.goto(link);
    await reader.getByRole('button', { name: 'Show my files' }).click();
    const file = reader.getByRole('link', { name: /^Download / });
    const [download] = await Promise.all([reader.waitForEvent('download'), file.click()]);
    await expectStoredBytes(reader, download);
  });

  test('an address without a dot is told so on a page with a way back', async ({ page }) => {
    await page.goto('/find-purchase');
    await ask(page, 'parent@example');
    await expect(
      page.getByRole('heading', { name: 'That doesn’t look like an email address' }),
    ).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('link', { name: /Find my purchase/ })
      .click();
    await expect(page).toHaveURL(/\/find-purchase$/);
  });

  test('whoever has no session is shown the way to the purchase', async ({ page }) => {
    await page.goto('/guide-download');
    await page.getByRole('button', { name: 'Show my files' }).click();
    await expect(page.getByRole('heading', { name: 'Access denied' })).toBeVisible();
    await page.getByRole('link', { name: 'Find your purchase' }).click();
    await expect(page).toHaveURL(/\/find-purchase$/);
  });
});

test('what went wrong is said beside the field, and what was typed stays', async ({ page }) => {
  const wait = 'Those were too many requests at once. Please try again in 42 seconds.';
  await page.goto('/find-purchase');
  await scriptsRun(page);
  await ask(page, 'parent@example');
  await expect(alert(page)).toContainText('as in name@example.com');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
  await field(page).fill('parent@example.com');
  for (const [given, words] of [
    ['unreachable', 'Check your connection'],
    [problem(429, wait), wait],
  ] as const) {
    await answer(page, 'find-purchase', given);
    await button(page).click();
    await expect(alert(page)).toContainText(words);
    await expect(field(page)).toHaveAttribute('aria-invalid', 'false');
  }
  await answer(page, 'find-purchase', ACCEPTED);
  await button(page).click();
  await expect(page.getByText('bought anything with parent@example.com')).toBeVisible();
});

test('the button says that it sends, keeps the focus, and sends once', async ({ page }) => {
  await page.goto('/find-purchase');
  await scriptsRun(page);
  await answer(page, 'find-purchase', 'never');
  const sent: string[] = [];
  page.on('request', (request) => void sent.push(request.url()));
  await field(page).fill('parent@example.com');
  await button(page).press('Enter');
  const busy = page.getByRole('button', { name: 'Sending...' });
  await expect(busy).toBeFocused();
  await expect(busy).toHaveAttribute('aria-busy', 'true');
  await expect(busy).toBeDisabled();
  await busy.press('Enter');
  await field(page).press('Enter');
  expect(sent.filter((url) => url.endsWith('/api/find-purchase'))).toHaveLength(1);
});
