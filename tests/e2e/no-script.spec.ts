import { expect, test } from '@playwright/test';
import { BUNDLED, FAQ, GUIDES, fieldsOf, menuName, subjectOf } from '../catalogue.ts';
import { linksIn, mailTo } from './inbox.ts';
import { CARD, buyButton, expectStoredBytes, payByCard } from './parent.ts';
import { watchRefusals } from './refusals.ts';

test.use({ javaScriptEnabled: false });

test('a parent without JavaScript buys the bundle, and finds it again', async ({
  baseURL,
  browser,
  context,
  page,
}) => {
  const refused = await watchRefusals(context);
  const address = 'plain@example.com';
  await page.goto('/');
  await buyButton(page).click();
  await page.waitForURL(/\/c\/pay\//);
  await payByCard(page, CARD.pays, address);
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await page.getByRole('button', { name: 'Show my files' }).click();
  await expect(page.getByRole('heading', { name: 'Your Guides are Ready!' })).toBeVisible();
  const links = page.getByRole('link', { name: /^Download .+\.pdf$/ });
  await expect(links).toHaveText(BUNDLED.map((fileName) => `Download ${fileName}`));
  await expect(links.first()).toHaveCSS('display', 'inline-flex'); // the page has the shop’s styles
  const [download] = await Promise.all([page.waitForEvent('download'), links.first().click()]);
  await expectStoredBytes(page, download);

  await page.goto('/find-purchase');
  await page.getByLabel('Your email address').fill(address);
  await page.getByRole('button', { name: 'Send me my links' }).click();
  await expect(page).toHaveURL(/\/find-purchase#sent$/);
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  expect(refused).toEqual([]);
  const [link = ''] = linksIn(await mailTo(baseURL, address, subjectOf('find-purchase')));
  const reader = await (await browser.newContext()).newPage();
  await reader.goto(link);
  await reader.getByRole('button', { name: 'Show my files' }).click();
  await expect(reader.getByRole('link', { name: /^Download / })).toHaveCount(BUNDLED.length);
});

const PAGES = [
  ['/', fieldsOf<{ hero: { heading: string } }>('home.md').hero.heading],
  ...GUIDES.map(({ path, learn }) => [path, learn[0]?.title ?? ''] as const),
  ['/about', fieldsOf<{ heading: string }>('about.md').heading],
  ['/lesson', 'The ten minutes'],
  ['/faqs', FAQ.question],
  ['/find-purchase', 'Send me my links'],
  ['/terms', 'Last changed'],
  ['/privacy', 'Last changed'],
  ['/refunds', 'Last changed'],
  ['/payment-canceled', 'No charges were made.'],
  ['/payment-error', 'Nothing was charged.'],
  ['/no-such-page', 'Oops! Page not found'],
  ['/payment-success', 'Show my files'],
  ['/guide-download', 'Show my files'],
] as const;

test('every page has its words without JavaScript, and waits for no script', async ({ page }) => {
  for (const [at, says] of PAGES) {
    await page.goto(at);
    await expect(page.getByRole('main').getByText(says).first(), at).toBeVisible();
    const waiting = page.getByText(/(Verifying|Confirming) your/);
    await expect(waiting, at).toHaveCount(says === 'Show my files' ? 1 : 0);
    await expect(waiting.filter({ visible: true }), at).toHaveCount(0);
  }
});

test('menus and questions open and close without JavaScript', async ({ page }) => {
  await page.goto('/faqs');
  const questions = page.locator('main details');
  for (const question of [questions.first(), questions.last()]) {
    await question.locator('summary').click();
    await expect(question.locator('.prose')).toBeVisible();
    await expect(page.locator('main details[open]')).toHaveCount(1);
  }
  const menu = page.locator('details.menu').filter({ visible: true });
  const entry = menu.getByRole('link', { name: GUIDES.map(menuName).at(-1) ?? '' });
  await expect(entry).toBeHidden();
  await menu.locator('summary').click();
  await entry.click();
  await expect(page).toHaveURL(new RegExp(`${GUIDES.at(-1)?.path}$`));
});

test('the owner reads that these pages need JavaScript', async ({ page }) => {
  for (const path of ['/admin-upload', '/admin-orders', '/admin-health']) {
    await page.goto(path);
    const words = page.locator('noscript h1');
    await expect(words).toHaveText('This page needs JavaScript');
    await expect(words).toBeVisible();
  }
});
