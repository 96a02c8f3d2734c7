import { type Locator, type Page, expect, test } from '@playwright/test';
import {
  ACTIVE,
  FAQ,
  GUIDES,
  SITE,
  centsOf,
  dollars,
  fieldsOf,
  filesIn,
  paragraphsOf,
  priceOf,
  productOf,
} from '../../catalog.ts';
import { buyButtons } from '../parent.ts';

// Pages are HTML, and wait for no script.
test.use({ javaScriptEnabled: false });

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const exactly = (within: Page | Locator, words: string): Locator =>
  within.getByText(words, { exact: true }).filter({ visible: true });

/** The section whose heading has this id. */
const part = (page: Page, id: string): Locator => page.locator(`section[aria-labelledby="${id}"]`);

/** Expects each section to contain `count` elements that match the selector. */
const expectSections = async (page: Page, sections: [string, string, number][]): Promise<void> => {
  for (const [id, inside, count] of sections) {
    await expect(part(page, id).getByRole('heading', { level: 2 })).toBeVisible();
    await expect(part(page, id).locator(inside), id).toHaveCount(count);
  }
};

const leadsTo = (link: Locator, path: string): Promise<void> =>
  expect(link).toHaveAttribute('href', path);

/** Expects each buy button of the page to start checkout for this product. */
const expectToSell = async (page: Page, productType: string, labels: RegExp[]): Promise<void> => {
  await expect(buyButtons(page)).toHaveText(labels);
  for (const form of await page.locator('form[action="/api/create-payment"]').all()) {
    await expect(form.locator('[name=productType]')).toHaveValue(productType);
  }
};

test('shows a hero with two actions on the home page, then its sections in order', async ({
  page,
}) => {
  await page.goto('/');
  const hero = page.getByRole('main').locator('section').first();
  await expect(hero.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(hero.getByRole('button')).toHaveText('Get the Bundle');
  await expect(hero.getByRole('link')).toHaveText('Shop Individual Guides');
  await leadsTo(hero.getByRole('link'), '/guide-1');
  await expectToSell(page, 'bundle', [/^Get the Bundle$/, /^Get the Bundle\s–/, /Bundle/]);

  const { works } = fieldsOf<{ works: { features: unknown[] } }>('home.md');
  const sections: [string, string, number][] = [
    ['matters', 'p', paragraphsOf('home.md').length + 1],
    ['guides-title', 'article', GUIDES.length],
    ['works', 'li', works.features.length],
    ['creator', '.prose > p', paragraphsOf('creator.md').length],
    ['trusted', 'li img', filesIn('logos').length],
    ['voices', 'blockquote', filesIn('testimonials').length],
  ];
  await expectSections(page, sections);
  const order = await page
    .locator('main > section')
    .evaluateAll((found) => found.map((section) => section.getAttribute('aria-labelledby')));
  const names = sections.map(([id]) => id);
  expect(order.filter((id) => names.includes(id ?? ''))).toEqual(names);

  await expect(part(page, 'matters')).toContainText(`${SITE.claim.percent}%`);
  await expect(part(page, 'matters')).toContainText(SITE.claim.text);
  const { role } = fieldsOf<{ role: string }>('creator.md');
  await expect(exactly(part(page, 'creator'), role)).toBeVisible();
  const refund = page.getByRole('main').getByText(`${SITE.refundWindowDays} days`);
  await expect(refund.first()).toBeVisible();
});

test('marks the samples on the home page', async ({ page }) => {
  await page.goto('/');
  for (const [id, files] of [
    ['creator', ['creator.md']],
    ['trusted', filesIn('logos')],
    ['voices', filesIn('testimonials')],
  ] as const) {
    const isSample = files.some((file) => fieldsOf<{ sample?: boolean }>(file).sample === true);
    const note = part(page, id).getByText(/\bsamples?\b.*, until/i);
    await expect(note, id).toHaveCount(isSample ? 1 : 0);
  }
});

test('shows ages, lessons and price on each card, and what the bundle’s guides cost alone', async ({
  page,
}) => {
  await page.goto('/');
  for (const { number, path, product, ages, lessonsOnHome: lessons } of GUIDES) {
    const heading = page.getByRole('heading', { name: new RegExp(`^Guide ${number}:`) });
    const card = page.getByRole('article').filter({ has: heading });
    const unbroken = ages.replace('–', '\u2060–\u2060');
    await expect(card).toContainText(`Ages ${unbroken}, ${lessons} lessons`);
    await expect(exactly(card, priceOf(product))).toBeVisible();
    const link = card.getByRole('link', { name: new RegExp(`^Buy Now Guide ${number}: `) });
    await expect(link).toHaveText('Buy Now');
    await leadsTo(link, path);
  }
  const bundle = part(page, 'bundle');
  await expect(exactly(bundle, priceOf('bundle'))).toBeVisible();
  const alone = sum(ACTIVE.map(({ price_in_cents: cents }) => cents)) - centsOf('bundle');
  await expect(bundle.locator('del')).toContainText(dollars(alone));
  await expect(bundle.locator('del')).toHaveCSS('text-decoration-line', 'line-through');
  const lessons = sum(GUIDES.map(({ lessonsOnHome }) => lessonsOnHome));
  await expect(bundle).toContainText(`${lessons} lessons`);
});

for (const { number, path, product, ...guide } of GUIDES) {
  test(`shows the contents and price of Guide ${number} on ${path}, with one buy button`, async ({
    page,
  }) => {
    await page.goto(path);
    const heading = page.getByRole('heading', { name: 'What they will learn' });
    const lessons = page.locator('section').filter({ has: heading }).locator('ol > li');
    await expect(lessons).toHaveCount(guide.lessonsOnGuide);
    await expect(lessons).toContainText(guide.learn.map(({ title }) => title));
    await expect(page.getByText(`${guide.lessonsOnGuide} lessons`).first()).toBeVisible();
    if (guide.lessonsOnHome !== guide.lessonsOnGuide) {
      await expect(page.getByText(`${guide.lessonsOnHome} lessons`)).toHaveCount(0);
    }
    await expect(part(page, 'included').getByRole('heading')).toContainText(['What is included']);
    for (const { title } of guide.included) {
      await expect(part(page, 'included')).toContainText(title);
    }
    await expect(part(page, 'why').getByRole('heading', { name: 'Why it works' })).toBeVisible();
    await expect(exactly(page, priceOf(product))).toHaveCount(1);
    const days = `within ${SITE.refundWindowDays} days`;
    for (const fact of ['PDF', guide.fileSize, `${guide.pages} pages`, days]) {
      await expect(page.getByRole('main').getByText(fact).first()).toBeVisible();
    }
    const { product_type: type } = productOf(product);
    const label = `Buy Guide ${number} – ${priceOf(product)}`.replace(/[$.]/g, '\\$&');
    await expectToSell(page, type, [new RegExp(`^${label}$`)]);
  });
}

test('shows the parts of the About page, and leads to the free printable', async ({ page }) => {
  await page.goto('/about');
  const labels = ['Our mission', 'Who we are', 'How the guides work', 'What makes them different'];
  for (const label of labels) await expect(exactly(page, label)).toBeVisible();
  const copy = fieldsOf<Record<'steps' | 'different', { items: unknown[] }>>('about.md');
  await expectSections(page, [
    ['mission', 'p:last-child', 1],
    ['team', '.prose > p', paragraphsOf('about.md').length],
    ['steps', 'ol > li', copy.steps.items.length],
    ['different', 'li', copy.different.items.length],
  ]);
  await leadsTo(page.getByRole('link', { name: 'Get Free Printable', exact: true }), '/guide-1');
});

test('opens one question at a time on the FAQ page, and shows the support address', async ({
  page,
}) => {
  await page.goto('/faqs');
  const questions = page.locator('details[name="faqs"]');
  const open = page.locator('details[name="faqs"][open]');
  await expect(questions).toHaveCount(FAQ.count);
  await expect(open).toHaveCount(0);
  for (const question of [questions.first(), questions.last()]) {
    await question.locator('summary').click();
    await expect(question.locator('.prose')).toBeVisible();
    await expect(open).toHaveCount(1);
  }
  await questions.last().locator('summary').click();
  await expect(open).toHaveCount(0);
  const contact = part(page, 'support').getByRole('link', { name: /@/ });
  await leadsTo(contact, `mailto:${SITE.supportEmail}`);
  await page.goto('/refunds');
  const days = page.getByRole('main').getByText(`${SITE.refundWindowDays} days`);
  await expect(days.first()).toBeVisible();
});
