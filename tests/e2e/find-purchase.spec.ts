import { type Browser, type Page, expect, test } from '@playwright/test';
import { productOf, subjectOf } from '../catalogue.ts';
import { answer, problem } from './answers.ts';
import { PHONE_IF_DEEP } from './devices.ts';
import { linksIn, mailTo } from './inbox.ts';
import {
  CARD,
  checkoutFrom,
  expectStoredBytes,
  holdScripts,
  payByCard,
  scriptsRun,
} from './parent.ts';
import { watchRefusals } from './refusals.ts';

const alert = (page: Page) => page.getByRole('alert');
const field = (page: Page) => page.getByLabel('Your email address');
const button = (page: Page) => page.getByRole('button', { name: 'Send me my links' });
const heading = (page: Page) => page.getByRole('heading', { name: 'Check your inbox' });
const ask = async (page: Page, address: string): Promise<void> => {
  await field(page).fill(address);
  await button(page).click();
};

/** In another browser, which knows nothing of the purchase. */
const elsewhere = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage();

const downloadsTheGuide = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { name: 'Your Guide is Ready!' })).toBeVisible();
  const file = page.getByRole('link', { name: productOf('guide-1').file_name });
  const [download] = await Promise.all([page.waitForEvent('download'), file.click()]);
  await expectStoredBytes(page, download);
};

test(
  'a receipt leads to the download on another device, and so does the link that is sent again',
  PHONE_IF_DEEP,
  async ({ page, browser, context, baseURL }) => {
    const refused = await watchRefusals(context);
    // Each project has its own, since an address gets few mails an hour.
    const address = `lost-${test.info().project.name}@example.com`;
    const checkout = await checkoutFrom(page, '/guide-1');
    await payByCard(checkout, CARD.pays, address);
    await checkout.waitForURL(/payment-success/);
    const receipt = await mailTo(baseURL, address, subjectOf('receipt'));
    const reader = await elsewhere(browser);
    await reader.setContent(receipt.html);
    await reader.getByRole('link', { name: 'Open your download page' }).click();
    await downloadsTheGuide(reader);

    await page.goto('/');
    // By keyboard, since the page below still grows while a finger looks for it.
    const find = page.getByRole('contentinfo').getByRole('link', { name: 'Find my purchase' });
    await find.press('Enter');
    await expect(page).toHaveURL(/\/find-purchase$/);
    await scriptsRun(page);
    const typed = address.toUpperCase();
    await ask(page, typed);
    await expect(heading(page)).toBeFocused();
    await expect(page.getByText(`bought anything with ${typed}, an email`)).toBeVisible();
    await expect(field(page)).toBeHidden();
    expect(refused).toEqual([]);

    const links = linksIn(await mailTo(baseURL, typed, subjectOf('find-purchase')));
    expect(links).toHaveLength(1);
    const other = await elsewhere(browser);
    await other.goto(links[0] ?? '');
    await downloadsTheGuide(other);
  },
);

test('the form works before React, keeps what was typed, and says what goes wrong', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto('/find-purchase', { waitUntil: 'commit' });
  await ask(page, 'early@example.com');
  await expect(page).toHaveURL(/\/find-purchase#sent$/);
  await expect(page.getByText('bought anything with this address, an email')).toBeVisible();
  await page.getByRole('link', { name: 'Try that one' }).click();
  await field(page).fill('ann@example');
  release();
  await scriptsRun(page);
  await button(page).click();
  await expect(alert(page)).toContainText('as in name@example.com');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true');

  await field(page).fill('ann@gmial.com');
  const wait = 'Those were too many requests at once. Please try again in 42 seconds.';
  for (const [given, words] of [
    ['unreachable', 'Check your connection'],
    [problem(429, wait), wait],
  ] as const) {
    await answer(page, 'find-purchase', given);
    await button(page).click();
    await expect(alert(page)).toContainText(words);
    await expect(field(page)).toHaveAttribute('aria-invalid', 'false');
  }

  await answer(page, 'find-purchase', 'never');
  const sent: string[] = [];
  page.on('request', (request) => void sent.push(request.url()));
  await button(page).press('Enter');
  const busy = page.getByRole('button', { name: 'Sending...' });
  await expect(busy).toBeFocused();
  await expect(busy).toHaveAttribute('aria-busy', 'true');
  await expect(busy).toBeDisabled();
  await field(page).press('Enter');
  expect(sent.filter((url) => url.endsWith('/api/find-purchase'))).toHaveLength(1);
});

test('an address with a typo can be corrected, before it is sent and after', async ({ page }) => {
  const meant = page.getByRole('button', { name: 'ann@gmail.com' });
  await answer(page, 'find-purchase', { status: 202, json: { status: 'accepted' } });
  await page.goto('/find-purchase');
  await scriptsRun(page);
  await field(page).fill('ann@gmial.com');
  await expect(meant).toBeHidden();
  await field(page).press('Enter');
  await expect(heading(page)).toBeFocused();
  await page.getByRole('link', { name: 'Try that one' }).click();
  await expect(field(page)).toBeFocused();
  await page.goBack();
  await meant.press('Enter');
  await expect(heading(page)).toBeHidden();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('ann@gmail.com');

  // A hint that came with the press would move the button away.
  await field(page).fill('ann@gmial.com');
  await field(page).press('Tab');
  await expect(button(page)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(meant).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('ann@gmail.com');
  await expect(meant).toBeHidden();
});
