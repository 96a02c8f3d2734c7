import { expect } from '@playwright/test';
import {
  ACTIVE,
  GUIDES,
  SITE,
  dollars,
  fieldsOf,
  filesIn,
  paragraphsOf,
  plainDollars,
  priceOf,
  productOf,
} from '../../catalogue.ts';
import { answer } from '../answers.ts';
import { type Row, leadsTo, looking, on, part, sentTo } from './row.ts';

const HOME = looking('/');
const buying = () => on('/', { before: (page) => answer(page, 'create-payment', 'never') });

const bundle = productOf('bundle');
const copy = fieldsOf<{ works: { features: unknown[] } }>('home.md');
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const PRICES = ACTIVE.map(({ price_in_cents: cents }) => cents);

const cards: Row[] = GUIDES.flatMap(({ number, path, product, ages, lessonsOnHome: lessons }) => {
  const heading = { name: new RegExp(`^Guide ${number}:`) };
  return [
    {
      section: 1,
      says: `the card of Guide ${number} says its ages, its lessons and its price`,
      at: HOME,
      check: async (page) => {
        const card = page.getByRole('article').filter({ has: page.getByRole('heading', heading) });
        await expect(card).toContainText(`Ages ${ages} · ${lessons} lessons`);
        await expect(card.getByText(priceOf(product), { exact: true })).toBeVisible();
      },
    },
    {
      section: 2,
      says: `Buy Now on the card of Guide ${number} goes to ${path}`,
      at: HOME,
      check: async (page) => {
        const card = page.getByRole('article').filter({ has: page.getByRole('heading', heading) });
        await leadsTo(card.getByRole('link', { name: 'Buy Now', exact: true }), path);
      },
    },
  ] satisfies Row[];
});

const sections: Row[] = [
  {
    id: 'matters',
    what: 'a why-it-matters section',
    inside: 'p',
    count: paragraphsOf('home.md').length + 1,
  },
  { id: 'guides-title', what: 'age-guide cards', inside: 'article', count: GUIDES.length },
  { id: 'works', what: 'effectiveness features', inside: 'li', count: copy.works.features.length },
  {
    id: 'creator',
    what: 'a creator bio',
    inside: '.prose > p',
    count: paragraphsOf('creator.md').length,
  },
  { id: 'trusted', what: 'trusted-by logos', inside: 'li img', count: filesIn('logos').length },
  {
    id: 'voices',
    what: 'parent testimonials',
    inside: 'blockquote',
    count: filesIn('testimonials').length,
  },
].map(({ id, what, inside, count }) => ({
  section: 2,
  says: `the home page has ${what}`,
  at: HOME,
  check: async (page) => {
    await expect(part(page, id).getByRole('heading', { level: 2 })).toBeVisible();
    await expect(part(page, id).locator(inside)).toHaveCount(count);
  },
}));

const starts = (says: string, name: RegExp, place: number): Row => ({
  section: 2,
  says,
  at: buying(),
  check: async (page) => {
    const button = page.getByRole('button', { name });
    expect(await sentTo(page, 'create-payment', () => button.nth(place).click())).toEqual({
      productType: 'bundle',
    });
  },
});

export const HOME_ROWS: readonly Row[] = [
  {
    section: 2,
    says: 'the hero has two actions: Get the Bundle, and Shop Individual Guides to /guide-1',
    at: HOME,
    check: async (page) => {
      const hero = page.getByRole('main').locator('section').first();
      await expect(hero.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(hero.getByRole('button')).toHaveText('Get the Bundle');
      await expect(hero.getByRole('link')).toHaveText('Shop Individual Guides');
      await leadsTo(hero.getByRole('link'), '/guide-1');
    },
  },
  ...cards,
  {
    section: 1,
    says: 'the bundle has its price, that of its guides struck through, and all their lessons',
    at: HOME,
    check: async (page) => {
      const card = part(page, 'bundle');
      const separately = sum(PRICES) - bundle.price_in_cents;
      const lessons = sum(GUIDES.map(({ lessonsOnHome }) => lessonsOnHome));
      await expect(card.getByText(priceOf('bundle'), { exact: true })).toBeVisible();
      await expect(card.locator('del')).toContainText(dollars(separately));
      await expect(card.locator('del')).toHaveCSS('text-decoration-line', 'line-through');
      await expect(card).toContainText(`${lessons} lessons`);
    },
  },
  ...sections,
  {
    section: 2,
    says: 'the sections of the home page stand in the order of the specification',
    at: HOME,
    check: async (page) => {
      const ids = await page
        .locator('main > section')
        .evaluateAll((found) => found.map((section) => section.getAttribute('aria-labelledby')));
      const named = ['matters', 'guides-title', 'bundle', 'works', 'creator', 'trusted', 'voices'];
      expect(ids.filter((id) => named.includes(id ?? ''))).toEqual(named);
    },
  },
  {
    section: 1,
    says: 'how many adults wish they had learned more about money',
    at: HOME,
    check: async (page) => {
      await expect(part(page, 'matters')).toContainText(`${SITE.claim.percent}%`);
      await expect(part(page, 'matters')).toContainText(SITE.claim.text);
    },
  },
  {
    section: 1,
    says: 'who has written the guides',
    at: HOME,
    check: (page) =>
      expect(
        part(page, 'creator').getByText(fieldsOf<{ role: string }>('creator.md').role, {
          exact: true,
        }),
      ).toBeVisible(),
  },
  {
    section: 9,
    says: 'the refund window is mentioned',
    at: HOME,
    check: (page) =>
      expect(
        page.getByRole('main').getByText(`${SITE.refundWindowDays} days`).first(),
      ).toBeVisible(),
  },
  {
    section: 2,
    says: 'the home page describes to search engines a product with an offer for each that is sold',
    at: HOME,
    check: async (page) => {
      const told = await page.locator('script[type="application/ld+json"]').textContent();
      expect(JSON.parse(told ?? '')['@graph']).toContainEqual(
        expect.objectContaining({
          '@type': 'Product',
          offers: expect.objectContaining({
            '@type': 'AggregateOffer',
            lowPrice: plainDollars(Math.min(...PRICES)),
            highPrice: plainDollars(Math.max(...PRICES)),
            priceCurrency: 'USD',
            offerCount: ACTIVE.length,
          }),
        }),
      );
    },
  },
  starts('Get the Bundle starts checkout for the bundle', /^Get the Bundle$/, 0),
  starts('the bundle card starts checkout for the bundle', /^Buy the Bundle/, 0),
];
