import { type Locator, type Page, expect } from '@playwright/test';
import { GUIDES, SITE, menuName } from '../../catalogue.ts';
import { type Row, type Scene, desktop, leadsTo, viewing, on, row } from './row.ts';
import { SESSION } from '../answers.ts';

const ENTRIES = [
  ['/', 'Home'],
  ...GUIDES.map((guide) => [guide.path, menuName(guide)] as const),
  ['/about', 'About'],
  ['/faqs', 'FAQs'],
] as const;

const nav = { name: 'Main' };

/** The navigation, opened, so that what is in the menu is in the tree of what can be used. */
const openedMenu = async (page: Page): Promise<Locator> => {
  const main = page.getByRole('navigation', nav);
  await main.locator('details').evaluate((menu: HTMLDetailsElement) => (menu.open = true));
  return main;
};

const WIDE = on('/about', { device: desktop(1280) });
const SMALL = on('/about', { device: desktop(375) });

const entries: Row[] = [WIDE, SMALL].map((at) =>
  row(
    2,
    `the entries of the header lead to their pages ${at === WIDE ? 'on a wide screen' : 'on a small one'}`,
    at,
    async (page) => {
      const main = await openedMenu(page);
      for (const [path, name] of ENTRIES) {
        await leadsTo(main.getByRole('link', { name, exact: true }), path);
      }
    },
  ),
);

const highlighted: Row[] = ENTRIES.map(([path, name]) =>
  row(
    2,
    `"${name}" alone is highlighted on ${path}, by an exact match`,
    viewing(path),
    async (page) => {
      const current = (await openedMenu(page)).locator('[aria-current]');
      await expect(current).toHaveText(name);
      await expect(current).toHaveAttribute('aria-current', 'page');
      await expect(current).toHaveCSS('text-decoration-line', 'underline');
    },
  ),
);

const guidesEntry = (path: string, line: 'underline' | 'none'): Row =>
  row(
    2,
    `"Guides" is ${line === 'none' ? 'not highlighted' : 'highlighted'} on ${path}`,
    viewing(path),
    async (page) => {
      const entry = page.locator('header nav summary').getByText('Guides', { exact: true });
      await expect(entry).toHaveCSS('text-decoration-line', line);
    },
  );

const home = (what: string, at: Scene, where: 'left' | 'right'): Row =>
  row(2, `a click on the ${what} goes to /`, at, async (page) => {
    const link = page.getByRole('banner').getByRole('link', { name: SITE.brand });
    const { width } = (await link.boundingBox()) ?? { width: 0 };
    await link.click({ position: { x: where === 'left' ? 15 : width - 15, y: 25 } });
    await expect(page).toHaveURL(/:\d+\/$/);
  });

export const HEADER: readonly Row[] = [
  ...entries,
  row(
    2,
    'the Guides entry is a dropdown on desktop',
    on('/', { device: desktop(769) }),
    async (page) => {
      const main = page.getByRole('navigation', nav);
      const guides = main.getByRole('link', { name: /^Guide \d/ });
      await expect(guides).toHaveCount(0);
      await main.getByText('Guides', { exact: true }).click();
      await expect(guides).toHaveCount(GUIDES.length);
      await expect(guides.first()).toBeVisible();
    },
  ),
  row(
    2,
    'on small screens the navigation is one dropdown',
    on('/', { device: desktop(375) }),
    async (page) => {
      const main = page.getByRole('navigation', nav);
      await expect(main).toHaveCount(1);
      await expect(main.getByRole('link')).toHaveCount(0);
      await main.getByText('Menu', { exact: true }).click();
      await expect(main.getByRole('link')).toHaveText(ENTRIES.map(([, name]) => name));
    },
  ),
  ...highlighted,
  ...[...GUIDES.map(({ path }) => path), `/guide-download?session_id=${SESSION}`].map((path) =>
    guidesEntry(path, 'underline'),
  ),
  ...['/', '/about', '/faqs'].map((path) => guidesEntry(path, 'none')),
  home('title', on('/faqs', { device: desktop(1280) }), 'right'),
  home('logo', on('/faqs', { device: desktop(1280) }), 'left'),
  home('title on a small screen', on('/guide-3', { device: desktop(375) }), 'right'),
  row(
    1,
    'the site title is in the header, and no page asks a buyer to log in',
    WIDE,
    async (page) => {
      await expect(page.getByRole('banner').getByText(SITE.brand)).toBeVisible();
      await expect(page.getByText(/log ?in|sign ?in|sign up/i)).toHaveCount(0);
    },
  ),
];
