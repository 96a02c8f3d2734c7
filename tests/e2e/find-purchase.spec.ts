import { type Browser, type Page, expect, test } from '@playwright/test';
import { productOf, subjectOf } from '../catalogue.ts';
import { answer, problem } from './answers.ts';
import { PHONE_TOO } from './devices.ts';
import { linksIn, mailTo } from './inbox.ts';
import { CARD, buyButton, checkoutFrom, expectStoredBytes, payByCard } from './parent.ts';
import { watchRefusals } from './refusals.ts';

const FOUND = subjectOf('find-purchase');
const RECEIPT = subjectOf('receipt');

/** Each test has its own, since an address gets few mails an hour. */
const addressFor = (story: string): string => `${story}-${test.info().project.name}@example.com`;

const alert = (page: Page) => page.getByRole('alert');
const field = (page: Page) => page.getByLabel('Your e-mail address');
const ask = async (page: Page, address: string): Promise<void> => {
  await field(page).fill(address);
  await page.getByRole('button', { name: 'Send me my links' }).click();
};
const saysLook = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Now look into your inbox' })).toBeVisible();

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
    await ask(page, address.toUpperCase());
    await saysLook(page);
    await expect(page.getByRole('heading', { name: 'Now look into your inbox' })).toBeFocused();
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

test('an address that nothing was bought with is told the same', async ({ page }) => {
  await page.goto('/find-purchase');
  await ask(page, addressFor('nobody'));
  await saysLook(page);
  await page.getByRole('link', { name: 'Try that one' }).click();
  await expect(field(page)).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Now look into your inbox' })).toBeHidden();
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
    await saysLook(page);
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
    await expect(page.getByRole('heading', { name: 'That is no e-mail address' })).toBeVisible();
    await page.getByRole('link', { name: /Find my purchase/ }).click();
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

test.describe('what went wrong is said beside the field', () => {
  test('the shop is out of reach: what was typed stays, and can be sent again', async ({
    page,
  }) => {
    await page.goto('/find-purchase');
    await answer(page, 'find-purchase', 'unreachable');
    await ask(page, 'parent@example.com');
    await expect(alert(page)).toContainText('Check your connection');
    await expect(field(page)).toHaveValue('parent@example.com');
    await page.unrouteAll();
    await answer(page, 'find-purchase', { status: 202, json: { status: 'accepted' } });
    await page.getByRole('button', { name: 'Send me my links' }).click();
    await saysLook(page);
  });

  test('too many requests: for how long to wait', async ({ page }) => {
    const words = 'Those were too many requests at once. Please try again in 42 seconds.';
    await page.goto('/find-purchase');
    await answer(page, 'find-purchase', problem(429, words));
    await ask(page, 'parent@example.com');
    await expect(alert(page)).toHaveText(words);
  });

  test('no address: the field has the focus', async ({ page }) => {
    await page.goto('/find-purchase');
    await ask(page, 'parent@example');
    await expect(alert(page)).toContainText('as in name@example.com');
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
  });

  test('no answer yet: the button says so, and sends once', async ({ page }) => {
    await page.goto('/find-purchase');
    await answer(page, 'find-purchase', 'never');
    const sent: string[] = [];
    page.on('request', (request) => void sent.push(request.url()));
    await ask(page, 'parent@example.com');
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    await field(page).press('Enter');
    expect(sent.filter((url) => url.endsWith('/api/find-purchase'))).toHaveLength(1);
  });
});
