import { type Locator, type Page, expect, test } from '@playwright/test';
import { GUIDES, SITE, menuName } from '../../catalog.ts';
import { SESSION } from '../answers.ts';

// These pages need no script.
test.use({ javaScriptEnabled: false });

const ENTRIES: readonly { readonly path: string; readonly name: string }[] = [
  { path: '/', name: 'Home' },
  ...GUIDES.map((guide) => ({ path: guide.path, name: menuName(guide) })),
  { path: '/about', name: 'About' },
  { path: '/faqs', name: 'FAQs' },
];

/** A page without a menu entry. Its path begins with /guide, so "Guides" is highlighted. */
const DOWNLOAD_PAGE = { path: `/guide-download?session_id=${SESSION}`, name: null };

const navigation = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });

test('links to each page, highlights the current page, and highlights "Guides" on /guide paths', async ({
  page,
}) => {
  for (const { path, name } of [...ENTRIES, DOWNLOAD_PAGE]) {
    await page.goto(path);
    const guides = page.locator('header nav summary').getByText('Guides', { exact: true });
    const line = path.startsWith('/guide') ? 'underline' : 'none';
    await expect(guides, `Guides on ${path}`).toHaveCSS('text-decoration-line', line);
    const main = navigation(page);
    // Playwright cannot find the contents of a closed menu by role.
    await main.locator('details').evaluate((menu: HTMLDetailsElement) => (menu.open = true));
    const current = main.locator('[aria-current="page"]');
    await expect(current).toHaveText(name ? [name] : []);
    if (name) await expect(current).toHaveCSS('text-decoration-line', 'underline');
    for (const entry of ENTRIES) {
      const link = main.getByRole('link', { name: entry.name, exact: true });
      await expect(link).toHaveAttribute('href', entry.path);
    }
  }
});

test('shows a menu of guides on desktop and a menu of all pages on a phone', async ({ page }) => {
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
  await expect(links).toHaveText(ENTRIES.map(({ name }) => name));
});

test('links the logo and the title to the home page, and offers no login', async ({ page }) => {
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
