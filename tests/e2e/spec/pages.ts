import { expect } from '@playwright/test';
import { FAQ, SITE, fieldsOf, paragraphsOf } from '../../catalogue.ts';
import { type Row, hasSection, leadsTo, viewing, on, part, row } from './row.ts';

const ABOUT = viewing('/about');
const FAQS = on('/faqs');
const QUESTIONS = 'details[name="faqs"]';

const copy = fieldsOf<{ steps: { items: unknown[] }; different: { items: unknown[] } }>('about.md');

/** The plain names of the page's parts, as the specification has them. */
const LABELS = ['Our mission', 'Who we are', 'How the guides work', 'What makes them different'];

const about: readonly Row[] = [
  row(2, 'the parts of the About page go by their names', ABOUT, async (page) => {
    for (const label of LABELS)
      await expect(page.getByText(label, { exact: true }), label).toBeVisible();
  }),
  hasSection(ABOUT, 'mission', 'the mission', 'p:last-child', 1),
  hasSection(ABOUT, 'team', 'who we are', '.prose > p', paragraphsOf('about.md').length),
  hasSection(ABOUT, 'steps', 'how the guides work, in steps', 'ol > li', copy.steps.items.length),
  hasSection(ABOUT, 'different', 'what makes it different', 'li', copy.different.items.length),
];

export const PAGES: readonly Row[] = [
  ...about,
  row(2, '"Get Free Printable" on the About page leads to /guide-1', ABOUT, (page) =>
    leadsTo(page.getByRole('link', { name: 'Get Free Printable', exact: true }), '/guide-1'),
  ),
  row(9, 'the FAQ page has its questions, all closed at first', FAQS, async (page) => {
    await expect(page.locator(QUESTIONS)).toHaveCount(FAQ.count);
    await expect(page.locator(`${QUESTIONS}[open]`)).toHaveCount(0);
  }),
  row(4, 'one question is open at a time', FAQS, async (page) => {
    const questions = page.locator(QUESTIONS);
    for (const place of [0, FAQ.count - 1, 1]) {
      await questions.nth(place).locator('summary').click();
      await expect(questions.nth(place).locator('.prose')).toBeVisible();
      await expect(page.locator(`${QUESTIONS}[open]`)).toHaveCount(1);
    }
  }),
  row(4, 'an open question can be collapsed', FAQS, async (page) => {
    const question = page.locator(QUESTIONS).nth(1);
    if ((await question.getAttribute('open')) === null) await question.locator('summary').click();
    await question.locator('summary').click();
    await expect(question.locator('.prose')).toBeHidden();
    await expect(page.locator(`${QUESTIONS}[open]`)).toHaveCount(0);
  }),
  row(2, 'the FAQ page has a support section with an e-mail contact', FAQS, (page) =>
    leadsTo(part(page, 'support').getByRole('link', { name: /@/ }), `mailto:${SITE.supportEmail}`),
  ),
  row(9, 'the refunds page gives the refund window', viewing('/refunds'), (page) =>
    expect(page.getByRole('main').getByText(`${SITE.refundWindowDays} days`).first()).toBeVisible(),
  ),
];
