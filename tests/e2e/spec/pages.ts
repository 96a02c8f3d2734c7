import { expect } from '@playwright/test';
import { FAQ, SITE, fieldsOf, paragraphsOf } from '../../catalogue.ts';
import { SESSION } from '../answers.ts';
import { CONTENT_PAGES } from '../content-pages.ts';
import { type Row, leadsTo, looking, on, part } from './row.ts';

const ABOUT = looking('/about');
const FAQS = on('/faqs');
const QUESTIONS = 'details[name="faqs"]';

const copy = fieldsOf<{ steps: { items: unknown[] }; different: { items: unknown[] } }>('about.md');

const about: Row[] = [
  { id: 'mission', what: 'the mission', inside: 'p', count: 1 },
  { id: 'team', what: 'who we are', inside: '.prose > p', count: paragraphsOf('about.md').length },
  {
    id: 'steps',
    what: 'how the guides work, in steps',
    inside: 'ol > li',
    count: copy.steps.items.length,
  },
  {
    id: 'different',
    what: 'what makes it different',
    inside: 'li',
    count: copy.different.items.length,
  },
].map(({ id, what, inside, count }) => ({
  section: 2,
  says: `the About page has ${what}`,
  at: ABOUT,
  check: async (page) => {
    await expect(part(page, id).getByRole('heading', { level: 2 })).toBeVisible();
    await expect(part(page, id).locator(inside)).toHaveCount(count);
  },
}));

const PRIVATE = [
  `/payment-success?session_id=${SESSION}`,
  `/guide-download?session_id=${SESSION}`,
  '/payment-canceled',
  '/payment-error',
  '/404',
];

const heads: Row[] = [...CONTENT_PAGES, ...PRIVATE].map((path) => ({
  section: 2,
  says: `${path} sets a document title, a meta description, a canonical link and structured data`,
  at: looking(path),
  check: async (page) => {
    const title = await page.title();
    expect(title).toContain(SITE.brand);
    expect(title.replace(SITE.brand, '')).toMatch(/\w/);
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /\S{3}/);
    const canonical = await page.locator('link[rel="canonical"]').getAttribute('href');
    expect(new URL(canonical ?? '').pathname).toBe(new URL(page.url()).pathname);
    expect(new URL(canonical ?? '').search).toBe('');
    const told = await page
      .locator('script[type="application/ld+json"]')
      .textContent({ timeout: 1_000 });
    expect(JSON.parse(told ?? '')['@context']).toBe('https://schema.org');
  },
}));

export const PAGES: readonly Row[] = [
  ...about,
  {
    section: 2,
    says: '"Get Free Printable" on the About page leads to /guide-1',
    at: ABOUT,
    check: (page) =>
      leadsTo(page.getByRole('link', { name: 'Get Free Printable', exact: true }), '/guide-1'),
  },
  {
    section: 9,
    says: 'the FAQ page has its questions, all closed at first',
    at: FAQS,
    check: async (page) => {
      await expect(page.locator(QUESTIONS)).toHaveCount(FAQ.count);
      await expect(page.locator(`${QUESTIONS}[open]`)).toHaveCount(0);
    },
  },
  {
    section: 4,
    says: 'one question is open at a time',
    at: FAQS,
    check: async (page) => {
      const questions = page.locator(QUESTIONS);
      for (const place of [0, FAQ.count - 1, 1]) {
        await questions.nth(place).locator('summary').click();
        await expect(questions.nth(place).locator('.prose')).toBeVisible();
        await expect(page.locator(`${QUESTIONS}[open]`)).toHaveCount(1);
      }
    },
  },
  {
    section: 4,
    says: 'an open question can be collapsed',
    at: FAQS,
    check: async (page) => {
      const question = page.locator(QUESTIONS).nth(1);
      if ((await question.getAttribute('open')) === null) await question.locator('summary').click();
      await question.locator('summary').click();
      await expect(question.locator('.prose')).toBeHidden();
      await expect(page.locator(`${QUESTIONS}[open]`)).toHaveCount(0);
    },
  },
  {
    section: 2,
    says: 'the FAQ page has a support section with an e-mail contact',
    at: FAQS,
    check: (page) =>
      leadsTo(part(page, 'support').getByRole('link'), `mailto:${SITE.supportEmail}`),
  },
  {
    section: 9,
    says: 'the refunds page gives the refund window',
    at: looking('/refunds'),
    check: (page) =>
      expect(
        page.getByRole('main').getByText(`${SITE.refundWindowDays} days`).first(),
      ).toBeVisible(),
  },
  ...heads,
];
