import { type Page, expect, test } from '@playwright/test';
import { BUNDLED, subjectOf } from '../catalog.ts';
import { buyButton, expectStoredBytes, payByCard, watchViolations } from './parent.ts';
import { waitForMail } from './stand-in.ts';

test.use({ javaScriptEnabled: false });

/** Shows the files of an order by submitting the form on its page, which needs no script. */
const showFiles = async (page: Page): Promise<void> => {
  const waiting = page.getByText(/(Verifying|Confirming) your|One moment|Go to your download/);
  await expect(waiting.filter({ visible: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show my files' }).click();
};

test('sells the bundle without JavaScript and opens it from the emailed links', async ({
  browser,
  context,
  page,
}) => {
  const violations = await watchViolations(context);
  const address = 'plain@example.com';
  await page.goto('/');
  await buyButton(page).click();
  await page.waitForURL(/\/c\/pay\//);
  await payByCard(page, address);
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await showFiles(page);
  await expect(page.getByRole('heading', { name: 'Your Guide is Ready!' })).toBeVisible();
  const links = page.getByRole('link', { name: /^Download .+\.pdf$/ });
  await expect(links).toHaveText(BUNDLED.map((fileName) => `Download ${fileName}`));
  // The browser's default styles would show the links inline.
  await expect(links.first()).toHaveCSS('display', 'inline-flex');
  const [download] = await Promise.all([page.waitForEvent('download'), links.first().click()]);
  await expectStoredBytes(page, download);

  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Find my purchase' }).click();
  await page.getByLabel('Your email address').fill(address);
  await page.getByRole('button', { name: 'Send me my links' }).click();
  await expect(page).toHaveURL(/\/find-purchase#sent$/);
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  expect(violations).toEqual([]);
  const { text } = await waitForMail(address, subjectOf('find-purchase'));
  const [link = ''] = /http\S+session_id=\w+/.exec(text) ?? [];
  const reader = await (await browser.newContext()).newPage();
  const files = reader.getByRole('link', { name: /^Download / });
  await reader.setContent((await waitForMail(address, subjectOf('receipt'))).html);
  await reader.getByRole('link', { name: 'Open your download page' }).click();
  await showFiles(reader);
  await expect(files).toHaveCount(BUNDLED.length);
  await reader.goto(link);
  await showFiles(reader);
  await expect(files).toHaveCount(BUNDLED.length);
});
