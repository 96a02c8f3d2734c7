import { expect } from '@playwright/test';
import {
  ACTIVE,
  GUIDES,
  SITE,
  dollars,
  fieldsOf,
  filesIn,
  paragraphsOf,
  priceOf,
  productOf,
} from '../../catalogue.ts';
import { answer } from '../answers.ts';
import { type Row, hasSection, leadsTo, viewing, on, part, sentTo, row } from './row.ts';

const HOME = viewing('/');
const buying = () => on('/', { before: (page) => answer(page, 'create-payment', 'never') });

const bundle = productOf('bundle');
const copy = fieldsOf<{ works: { features: unknown[] } }>('home.md');
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const PRICES = ACTIVE.map(({ price_in_cents: cents }) => cents);

const cards: Row[] = GUIDES.map(({ number, path, product, ages, lessonsOnHome: lessons }) =>
  row(
    1,
    `the card of Guide ${number} says its ages, lessons and price, and Buy Now goes to ${path}`,
    HOME,
    async (page) => {
      const heading = page.getByRole('heading', { name: new RegExp(`^Guide ${number}:`) });
      const card = page.getByRole('article').filter({ has: heading });
      await expect(card).toContainText(`Ages ${ages} · ${lessons} lessons`);
      await expect(card.getByText(priceOf(product), { exact: true })).toBeVisible();
      await leadsTo(card.getByRole('link', { name: 'Buy Now', exact: true }), path);
    },
  ),
);

const logos = filesIn('logos').length;
const quotes = filesIn('testimonials').length;
const { length: claims } = paragraphsOf('home.md');
const sections: readonly Row[] = [
  hasSection(HOME, 'matters', 'a why-it-matters section', 'p', claims + 1),
  hasSection(HOME, 'guides-title', 'age-guide cards', 'article', GUIDES.length),
  hasSection(HOME, 'works', 'effectiveness features', 'li', copy.works.features.length),
  hasSection(HOME, 'creator', 'a creator bio', '.prose > p', paragraphsOf('creator.md').length),
  hasSection(HOME, 'trusted', 'trusted-by logos', 'li img', logos),
  hasSection(HOME, 'voices', 'parent testimonials', 'blockquote', quotes),
];

const isSample = (file: string): boolean => fieldsOf<{ sample?: boolean }>(file).sample === true;
const marked = (id: string, files: readonly string[]): Row =>
  row(2, `what is made up in the section "${id}" is said to be a sample`, HOME, (page) =>
    expect(part(page, id).getByText(/\bsamples?\b.*, until/i)).toHaveCount(
      files.some(isSample) ? 1 : 0,
    ),
  );

const starts = (says: string, name: RegExp, place: number): Row =>
  row(2, says, buying(), async (page) => {
    const button = page.getByRole('button', { name });
    expect(await sentTo(page, 'create-payment', () => button.nth(place).click())).toEqual({
      productType: 'bundle',
    });
  });

export const HOME_ROWS: readonly Row[] = [
  row(
    2,
    'the hero has two actions: Get the Bundle, and Shop Individual Guides to /guide-1',
    HOME,
    async (page) => {
      const hero = page.getByRole('main').locator('section').first();
      await expect(hero.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(hero.getByRole('button')).toHaveText('Get the Bundle');
      await expect(hero.getByRole('link')).toHaveText('Shop Individual Guides');
      await leadsTo(hero.getByRole('link'), '/guide-1');
    },
  ),
  ...cards,
  row(
    1,
    'the bundle has its price, that of its guides struck through, and all their lessons',
    HOME,
    async (page) => {
      const card = part(page, 'bundle');
      const separately = sum(PRICES) - bundle.price_in_cents;
      const lessons = sum(GUIDES.map(({ lessonsOnHome }) => lessonsOnHome));
      await expect(card.getByText(priceOf('bundle'), { exact: true })).toBeVisible();
      await expect(card.locator('del')).toContainText(dollars(separately));
      await expect(card.locator('del')).toHaveCSS('text-decoration-line', 'line-through');
      await expect(card).toContainText(`${lessons} lessons`);
    },
  ),
  ...sections,
  marked('creator', ['creator.md']),
  marked('trusted', filesIn('logos')),
  marked('voices', filesIn('testimonials')),
  row(
    2,
    'the sections of the home page stand in the order of the specification',
    HOME,
    async (page) => {
      const ids = await page
        .locator('main > section')
        .evaluateAll((found) => found.map((section) => section.getAttribute('aria-labelledby')));
      const named = ['matters', 'guides-title', 'bundle', 'works', 'creator', 'trusted', 'voices'];
      expect(ids.filter((id) => named.includes(id ?? ''))).toEqual(named);
    },
  ),
  row(1, 'how many adults wish they had learned more about money', HOME, async (page) => {
    await expect(part(page, 'matters')).toContainText(`${SITE.claim.percent}%`);
    await expect(part(page, 'matters')).toContainText(SITE.claim.text);
  }),
  row(1, 'who has written the guides', HOME, (page) =>
    expect(
      part(page, 'creator').getByText(fieldsOf<{ role: string }>('creator.md').role, {
        exact: true,
      }),
    ).toBeVisible(),
  ),
  row(9, 'the refund window is mentioned', HOME, (page) =>
    expect(page.getByRole('main').getByText(`${SITE.refundWindowDays} days`).first()).toBeVisible(),
  ),
  starts('Get the Bundle starts checkout for the bundle', /^Get the Bundle$/, 0),
  starts('the bundle card starts checkout for the bundle', /^Buy the Bundle/, 0),
];
