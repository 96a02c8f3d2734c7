import { expect } from '@playwright/test';
import { answer } from '../answers.ts';
import { type Row, leadsTo, looking, on, part, sentTo } from './row.ts';

const HOME = looking('/');
const buying = () => on('/', { before: (page) => answer(page, 'create-payment', 'never') });

const GUIDES = [
  { number: 1, ages: '6–10', lessons: 10 },
  { number: 2, ages: '11–14', lessons: 11 },
  { number: 3, ages: '15–18', lessons: 10 },
];

const cards: Row[] = GUIDES.flatMap(({ number, ages, lessons }) => {
  const heading = { name: new RegExp(`^Guide ${number}:`) };
  return [
    {
      section: 1,
      says: `the card of Guide ${number} says ages ${ages}, ${lessons} lessons and $8.99`,
      at: HOME,
      check: async (page) => {
        const card = page.getByRole('article').filter({ has: page.getByRole('heading', heading) });
        await expect(card).toContainText(`Ages ${ages} · ${lessons} lessons`);
        await expect(card.getByText('$8.99', { exact: true })).toBeVisible();
      },
    },
    {
      section: 2,
      says: `Buy Now on the card of Guide ${number} goes to /guide-${number}`,
      at: HOME,
      check: async (page) => {
        const card = page.getByRole('article').filter({ has: page.getByRole('heading', heading) });
        await leadsTo(card.getByRole('link', { name: 'Buy Now', exact: true }), `/guide-${number}`);
      },
    },
  ] satisfies Row[];
});

const sections: Row[] = [
  { id: 'matters', what: 'a why-it-matters section', inside: 'p', count: 4 },
  { id: 'guides-title', what: 'age-guide cards', inside: 'article', count: 3 },
  { id: 'works', what: 'effectiveness features', inside: 'li', count: 4 },
  { id: 'creator', what: 'a creator bio', inside: '.prose > p', count: 3 },
  { id: 'trusted', what: 'trusted-by logos', inside: 'li img', count: 5 },
  { id: 'voices', what: 'three parent testimonials', inside: 'blockquote', count: 3 },
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
    says: 'the bundle costs $19.99, with $26.97 struck through, and has 31 lessons',
    at: HOME,
    check: async (page) => {
      const bundle = part(page, 'bundle');
      await expect(bundle.getByText('$19.99', { exact: true })).toBeVisible();
      await expect(bundle.locator('del')).toContainText('$26.97');
      await expect(bundle.locator('del')).toHaveCSS('text-decoration-line', 'line-through');
      await expect(bundle).toContainText('31 lessons');
      await expect(bundle).toContainText('all three guides');
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
    says: '88% of adults wish they had learned more about money',
    at: HOME,
    check: (page) =>
      expect(part(page, 'matters')).toContainText(
        /88%\s*of adults wish they had learned more about money/,
      ),
  },
  {
    section: 1,
    says: 'the guides are written by a Certified Financial Planner',
    at: HOME,
    check: (page) =>
      expect(
        part(page, 'creator').getByText('Certified Financial Planner', { exact: true }),
      ).toBeVisible(),
  },
  {
    section: 9,
    says: 'the refund window of 14 days is mentioned',
    at: HOME,
    check: (page) =>
      expect(
        page
          .getByRole('main')
          .getByText(/within 14 days/)
          .first(),
      ).toBeVisible(),
  },
  {
    section: 2,
    says: 'the home page describes to search engines a product of 4 offers from 8.99 to 19.99 USD',
    at: HOME,
    check: async (page) => {
      const told = await page.locator('script[type="application/ld+json"]').textContent();
      expect(JSON.parse(told ?? '')['@graph']).toContainEqual(
        expect.objectContaining({
          '@type': 'Product',
          offers: expect.objectContaining({
            '@type': 'AggregateOffer',
            lowPrice: '8.99',
            highPrice: '19.99',
            priceCurrency: 'USD',
            offerCount: 4,
          }),
        }),
      );
    },
  },
  starts('Get the Bundle starts checkout for the bundle', /^Get the Bundle$/, 0),
  starts('the bundle card starts checkout for the bundle', /^Buy the Bundle/, 0),
];
