import { type Locator, type Page, expect, test } from '@playwright/test';
import { GUIDES, SITE, menuName } from '../../catalog.ts';
import { SESSION } from '../answers.ts';

// Pages are HTML, and wait for no script.
test.use({ javaScriptEnabled: false });

const ENTRIES: readonly (readonly [path: string, name: string])[] = [
  ['/', 'Home'],
  ...GUIDES.map((guide) => [guide.path, menuName(guide)] as const),
  ['/about', 'About'],
  ['/faqs', 'FAQs'],
];

const navigation = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });

test('links to each page and highlights it, and "Guides" on paths that begin with /guide', async ({
  page,
}) => {
  for (const [path, name] of [...ENTRIES, [`/guide-download?session_id=${SESSION}`, null]]) {
    await page.goto(path ?? '');
    const guides = page.locator('header nav summary').getByText('Guides', { exact: true });
    const line = path?.startsWith('/guide') ? 'underline' : 'none';
    await expect(guides, `Guides on ${path}`).toHaveCSS('text-decoration-line', line);
    const main = navigation(page);
    // The contents of a closed menu cannot be found by role.
    await main.locator('details').evaluate((menu: HTMLDetailsElement) => (menu.open = true));
    const current = main.locator('[aria-current="page"]');
    await expect(current).toHaveText(name ? [name] : []);
    if (name) await expect(current).toHaveCSS('text-decoration-line', 'underline');
    for (const [to, says] of ENTRIES) {
      await expect(main.getByRole('link', { name: says, exact: true })).toHaveAttribute('href', to);
    }
  }
});

test('has a dropdown of guides on desktop, and one of all pages on a small screen', async ({
  page,
}) => {
  const links = navigation(page).getByRole('link');
  await page.setViewportSize({ width: 769, height: 800 });
  await page.goto('/');
  const guides = navigation(page).getByRole('link', { name: /^Guide \d/ });
  await expect(guides).toHaveCount(0);
  await navigation(page).getByText('Guides', { exact: true }).click();
  await expect(guides).toHaveText(GUIDES.map(menuName));

  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/');
  await expect(links).toHaveCount(0);
  await navigation(page).getByText('Menu', { exact: true }).click();
  await expect(links).toHaveText(ENTRIES.map(([, name]) => name));
});

test('goes home from the title and the logo, and asks no buyer to log in', async ({ page }) => {
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const side of ['logo', 'title']) {
      await page.goto('/faqs');
      await expect(page.getByText(/log ?in|sign ?in|sign up/i)).toHaveCount(0);
      const brand = page.getByRole('banner').getByRole('link', { name: SITE.brand });
      const x = side === 'logo' ? 15 : ((await brand.boundingBox())?.width ?? 0) - 15;
      await brand.click({ position: { x, y: 25 } });
      await expect(page).toHaveURL(/:\d+\/$/);
    }
  }
});
