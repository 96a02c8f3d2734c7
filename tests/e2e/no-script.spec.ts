import { expect, test } from '@playwright/test';
import { BUNDLED, FAQ, GUIDES, fieldsOf, menuName, productOf } from '../catalogue.ts';
import { CARD, buyButton, expectStoredBytes, payByCard } from './parent.ts';
import { watchRefusals } from './refusals.ts';

test.use({ javaScriptEnabled: false });

test('a parent without JavaScript buys a guide and holds the PDF', async ({ context, page }) => {
  const refused = await watchRefusals(context);
  await page.goto('/guide-1');
  await buyButton(page).click();
  await page.waitForURL(/\/c\/pay\//);
  await payByCard(page, CARD.pays);
  await page.waitForURL(/\/payment-success\?session_id=/);
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await page.getByRole('button', { name: 'Show my files' }).click();
  const link = page.getByRole('link', { name: `Download ${productOf('guide-1').file_name}` });
  await expect(link).toHaveCSS('display', 'inline-flex'); // the page has the shop’s styles
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  await expectStoredBytes(page, download);
  expect(refused).toEqual([]);
});

test('a parent without JavaScript buys the bundle', async ({ page }) => {
  await page.goto('/');
  await buyButton(page).click();
  await payByCard(page, CARD.pays);
  await page.getByRole('button', { name: 'Show my files' }).click();
  await expect(page.getByRole('heading', { name: 'Your Guides are Ready!' })).toBeVisible();
  await expect(page.getByText('Order number: ')).toHaveText(
    /^\s*Order number: [\dA-F-]{14}\s+…\w{8}\s*$/,
  );
  const links = page.getByRole('link', { name: /^Download .+\.pdf$/ });
  await expect(links).toHaveText(BUNDLED.map((fileName) => `Download ${fileName}`));
  const [download] = await Promise.all([page.waitForEvent('download'), links.first().click()]);
  await expectStoredBytes(page, download);
});

const PAGES = [
  { at: '/', says: fieldsOf<{ hero: { heading: string } }>('home.md').hero.heading },
  ...GUIDES.map(({ path: at, learn }) => ({ at, says: learn[0]?.title ?? '' })),
  { at: '/about', says: fieldsOf<{ heading: string }>('about.md').heading },
  { at: '/faqs', says: FAQ.question },
  { at: '/find-purchase', says: 'Send me my links' },
  { at: '/terms', says: 'Last changed' },
  { at: '/privacy', says: 'Last changed' },
  { at: '/refunds', says: 'Last changed' },
  { at: '/payment-canceled', says: 'No charges were made.' },
  { at: '/payment-error', says: 'Nothing was charged.' },
  { at: '/no-such-page', says: 'Oops! Page not found' },
];

test('every page has its words without JavaScript', async ({ page }) => {
  for (const { at, says } of PAGES) {
    await page.goto(at);
    await expect(page.getByRole('main').getByText(says).first(), at).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 }), at).toHaveCount(1);
  }
});

test('pages of an order offer the files, and wait for no script', async ({ page }) => {
  for (const at of ['/payment-success', '/guide-download']) {
    await page.goto(at);
    await expect(page.getByRole('button', { name: 'Show my files' }), at).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 }), at).toHaveCount(1);
    const waiting = page.getByText(/(Verifying|Confirming) your/);
    await expect(waiting, at).toHaveCount(1);
    await expect(waiting, at).toBeHidden();
  }
});

const LAST = GUIDES.at(-1);

test('the menu opens and leads to a guide without JavaScript', async ({ page }) => {
  await page.goto('/about');
  const menu = page.locator('details.menu').filter({ visible: true });
  const entry = menu.getByRole('link', { name: LAST ? menuName(LAST) : '' });
  await expect(entry).toBeHidden();
  await menu.locator('summary').click();
  await entry.click();
  await expect(page).toHaveURL(new RegExp(`${LAST?.path}$`));
});

test('questions open one at a time without JavaScript, and close again', async ({ page }) => {
  for (const [at, name] of [
    ['/faqs', 'faqs'],
    ['/guide-1', 'guide-questions'],
    ['/guide-3', 'lessons'],
  ] as const) {
    await page.goto(at);
    const folds = page.locator(`main details[name="${name}"]`);
    await folds.nth(0).locator('summary').click();
    await expect(folds.nth(0).locator('p').first()).toBeVisible();
    await folds.last().locator('summary').click();
    await expect(folds.last().locator('p').first()).toBeVisible();
    await expect(page.locator('main details[open]')).toHaveCount(1);
    await folds.last().locator('summary').click();
    await expect(page.locator('main details[open]')).toHaveCount(0);
  }
});

test('the free page of jar labels is a plain link', async ({ page }) => {
  await page.goto('/guide-1');
  const link = page.getByRole('link', { name: 'Download the labels' });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('jar-labels.pdf');
});
