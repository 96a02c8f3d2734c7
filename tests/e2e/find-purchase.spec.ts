import { type Page, expect, test } from '@playwright/test';
import { sessionIn } from '../buyer.ts';
import { productOf, subjectOf } from '../catalogue.ts';
import { answer, problem } from './answers.ts';
import { PHONE_IF_DEEP } from './devices.ts';
import { mailTo } from './inbox.ts';
import { expectStoredBytes, holdScripts, scriptsRun } from './parent.ts';
import { control } from './stand-in.ts';

const alert = (page: Page) => page.getByRole('alert');
const field = (page: Page) => page.getByLabel('Your email address');
const button = (page: Page) => page.getByRole('button', { name: 'Send me my links' });
const heading = (page: Page) => page.getByRole('heading', { name: 'Check your inbox' });

test(
  'a receipt leads to the download on another device, and the links are sent again',
  PHONE_IF_DEEP,
  async ({ page, browser, baseURL }) => {
    // One for each project, since an address gets few mails an hour.
    const address = `lost-${test.info().project.name}@example.com`;
    const data = { productType: productOf('guide-1').product_type };
    const { url } = await (await page.request.post('/api/create-payment', { data })).json();
    await control(baseURL, 'pay', { session: sessionIn(url), email: address });
    const receipt = await mailTo(baseURL, address, subjectOf('receipt'));
    const reader = await (await browser.newContext()).newPage();
    await reader.setContent(receipt.html);
    await reader.getByRole('link', { name: 'Open your download page' }).click();
    const file = reader.getByRole('link', { name: productOf('guide-1').file_name });
    const [download] = await Promise.all([reader.waitForEvent('download'), file.click()]);
    await expectStoredBytes(reader, download);

    await page.goto('/');
    // By keyboard, since the page may still grow while the mouse moves.
    const find = page.getByRole('contentinfo').getByRole('link', { name: 'Find my purchase' });
    await find.press('Enter');
    await expect(page).toHaveURL(/\/find-purchase$/);
    await scriptsRun(page);
    const typed = address.toUpperCase();
    await field(page).fill(typed);
    await button(page).click();
    await expect(heading(page)).toBeFocused();
    await mailTo(baseURL, typed, subjectOf('find-purchase')); // its link has no-script.spec.ts
  },
);

test('the form keeps what was typed before React, says what goes wrong, and corrects a typo', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto('/find-purchase', { waitUntil: 'commit' });
  await field(page).fill('ann@example');
  release();
  await scriptsRun(page);
  await button(page).click();
  await expect(alert(page)).toContainText('as in name@example.com');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true');

  const wait = 'Those were too many requests at once. Please try again in 42 seconds.';
  await answer(page, 'find-purchase', problem(429, wait));
  await field(page).fill('ann@gmial.com');
  await field(page).press('Enter');
  await expect(alert(page)).toContainText(wait);

  await answer(page, 'find-purchase', { status: 202, json: { status: 'accepted' } });
  await field(page).press('Enter');
  await expect(heading(page)).toBeFocused();
  await page.getByRole('link', { name: 'Try that one' }).click();
  await expect(field(page)).toBeFocused();
  await field(page).fill('ann@example.com');
  await field(page).fill('ann@gmial.com');
  await field(page).press('Tab');
  await page.getByRole('button', { name: 'ann@gmail.com' }).press('Enter');
  await expect(field(page)).toHaveValue('ann@gmail.com');
});
