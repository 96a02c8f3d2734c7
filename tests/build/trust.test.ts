import type { HtmlElement } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { ARTICLES, GUIDES, LESSONS, SITE, fieldsOf, productOf } from '../catalog.ts';
import { readBuiltSite, readable, visibleText } from './built-site.ts';
import { LICENSE, OFF_SALE, SELLER } from './deployed.ts';

const site = await readBuiltSite();
const PLANNER = fieldsOf<{ name: string; role: string }>('creator.md');
const CHECKOUT = 'Secure checkout by Stripe. No account, no subscription.';

const textIn = (element: HtmlElement | null | undefined): string =>
  readable(element?.textContent ?? '').replaceAll('\u2060', '');

describe('the planner', () => {
  test.each([...GUIDES.map(({ path }) => path), ...ARTICLES])(
    'introduces the planner on %s with links to the bio and the license',
    (path) => {
      const page = site.pageAt(path);
      const bio = page.document.querySelector('main [href="/#creator"]');
      const line = bio?.closest('p');
      expect(textIn(bio)).toBe(PLANNER.name);
      expect(textIn(line)).toContain(`By ${PLANNER.name}, ${PLANNER.role}`);
      expect(line?.querySelectorAll('img')).toHaveLength(1);
      expect(textIn(line?.querySelector(`[href="${LICENSE}"]`))).toBe(PLANNER.role);
    },
  );

  test('introduces the planner on the home page with a link to the license', () => {
    const bio = site.pageAt('/').document.querySelector('[aria-labelledby="creator"]');
    expect(textIn(bio)).toContain(PLANNER.name);
    expect(textIn(bio)).toContain(PLANNER.role);
    expect(bio?.querySelectorAll('img')).toHaveLength(1);
    expect(bio?.querySelectorAll(`[href="${LICENSE}"]`)).toHaveLength(1);
  });

  test('introduces the planner after the price and the buy button of a guide', () => {
    for (const { path } of GUIDES.filter(({ path: at }) => at !== OFF_SALE?.path)) {
      const { html } = site.pageAt(path);
      const introduction = html.slice(0, html.indexOf('id="included"'));
      const price = introduction.lastIndexOf('class="price');
      const buyBar = introduction.lastIndexOf('buy-bar');
      const planner = introduction.lastIndexOf(PLANNER.name);
      expect(price, path).toBeGreaterThan(0);
      expect(buyBar, path).toBeGreaterThan(price);
      expect(planner, path).toBeGreaterThan(buyBar);
    }
  });
});

const pagesThatSell = site.pages.filter(({ html }) =>
  html.includes('action="/api/create-payment"'),
);

test('has buy buttons on the home page, guide pages, articles and free lessons', () => {
  const lessons = LESSONS.filter(({ guide }) => `/${guide}` !== OFF_SALE?.path);
  const paths = pagesThatSell.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(['/', '/guide-1', ...lessons.map(({ path }) => path)]),
  );
  expect(paths.some((path) => ARTICLES.includes(path))).toBe(true);
});

test.each(pagesThatSell)('mentions Stripe next to each buy button on $path', (page) => {
  const forms = page.document.querySelectorAll('form[action="/api/create-payment"]');
  for (const form of forms) expect(textIn(form.closest('section'))).toContain(CHECKOUT);
});

// On a phone, the buy bar hides its note, so the introduction must contain one too.
test('mentions Stripe in the introduction of each guide that is for sale', () => {
  for (const { path } of GUIDES) {
    const intro = site.pageAt(path).document.querySelector('main header');
    expect(textIn(intro).includes(CHECKOUT), path).toBe(path !== OFF_SALE?.path);
  }
});

test('shows the price of the bundle next to the first button on the home page', () => {
  const hero = site.pageAt('/').document.querySelector('main section');
  const [form] = hero?.querySelectorAll('form') ?? [];
  const row = form?.closest('.flex');
  expect(textIn(form)).toBe('Get the Bundle');
  expect(textIn(row?.querySelector('.price'))).toMatch(/^\$\d+\.\d\d$/);
});

test('shows the seller, the address and the reply time in the footer of every page for parents', () => {
  for (const page of site.pages.filter(({ path }) => !path.startsWith('/admin-'))) {
    const footer = textIn(page.document.querySelector('footer'));
    for (const words of Object.values(SELLER)) expect(footer, page.path).toContain(words);
    expect(footer, page.path).toContain(SITE.supportEmail);
  }
});

test.each(ARTICLES)('shows the title and ages of the article’s guide at the end of %s', (path) => {
  const { guide: name } = fieldsOf<{ guide: string }>(`${path.slice(1)}.md`);
  const guide = GUIDES.find((one) => one.path === `/${name}`);
  const offer = textIn(site.pageAt(path).document.querySelector('[aria-labelledby="next"]'));
  expect(offer).toContain(guide?.title);
  expect(offer).toContain(`(Guide ${guide?.number}, ages ${guide?.ages})`);
});

// On a narrow phone, the dot would end up at the end of a line.
test('uses no middle dot between two facts', () => {
  for (const page of site.pages) expect(visibleText(page), page.path).not.toContain(' · ');
});

test('shows a jar without a coin on the 404 page', () => {
  const jar = site.pageAt('/404').document.querySelector('main svg');
  expect(jar).not.toBeNull();
  expect(jar?.querySelectorAll('[fill="var(--color-coin)"]')).toEqual([]);
});

test('shows the product’s name as the heading of each gift card', () => {
  const cards = site.pageAt('/present').document.querySelectorAll('article.card');
  expect(cards.length).toBeGreaterThan(2);
  for (const card of cards) {
    const product = productOf(card.getAttributeValue('id') ?? '');
    expect(textIn(card.querySelector('h2'))).toBe(product.name);
  }
});
