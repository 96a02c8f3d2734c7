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

// These pages need no script.
test.use({ javaScriptEnabled: false });

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

const exactText = (parent: Page | Locator, text: string): Locator =>
  parent.getByText(text, { exact: true }).filter({ visible: true });

/** The section whose heading has this id. */
const section = (page: Page, id: string): Locator =>
  page.locator(`section[aria-labelledby="${id}"]`);

type SectionContents = {
  /** The id of the section's heading. */
  readonly id: string;
  readonly selector: string;
  readonly count: number;
};

/** Expects each section to contain `count` elements that match the selector. */
const expectSections = async (page: Page, sections: readonly SectionContents[]): Promise<void> => {
  for (const { id, selector, count } of sections) {
    await expect(section(page, id).getByRole('heading', { level: 2 })).toBeVisible();
    await expect(section(page, id).locator(selector), id).toHaveCount(count);
  }
};

const expectHref = (link: Locator, path: string): Promise<void> =>
  expect(link).toHaveAttribute('href', path);

/** Expects each buy button on the page to start a checkout for this product. */
const expectToSell = async (page: Page, productType: string, labels: RegExp[]): Promise<void> => {
  await expect(buyButtons(page)).toHaveText(labels);
  for (const form of await page.locator('form[action="/api/create-payment"]').all()) {
    await expect(form.locator('[name=productType]')).toHaveValue(productType);
  }
};

test('shows a hero with two actions and all sections in order on the home page', async ({
  page,
}) => {
  await page.goto('/');
  const hero = page.getByRole('main').locator('section').first();
  await expect(hero.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(hero.getByRole('button')).toHaveText('Get the Bundle');
  await expect(hero.getByRole('link')).toHaveText('Shop Individual Guides');
  await expectHref(hero.getByRole('link'), '/guide-1');
  await expectToSell(page, 'bundle', [/^Get the Bundle$/, /^Get the Bundle\s–/, /Bundle/]);

  const { works } = fieldsOf<{ works: { features: unknown[] } }>('home.md');
  const sections: readonly SectionContents[] = [
    { id: 'matters', selector: 'p', count: paragraphsOf('home.md').length + 1 },
    { id: 'guides-title', selector: 'article', count: GUIDES.length },
    { id: 'works', selector: 'li', count: works.features.length },
    { id: 'creator', selector: '.prose > p', count: paragraphsOf('creator.md').length },
    { id: 'trusted', selector: 'li img', count: filesIn('logos').length },
    { id: 'voices', selector: 'blockquote', count: filesIn('testimonials').length },
  ];
  await expectSections(page, sections);
  const order = await page
    .locator('main > section')
    .evaluateAll((found) => found.map((element) => element.getAttribute('aria-labelledby')));
  const ids = sections.map(({ id }) => id);
  expect(order.filter((id) => ids.includes(id ?? ''))).toEqual(ids);

  await expect(section(page, 'matters')).toContainText(`${SITE.claim.percent}%`);
  await expect(section(page, 'matters')).toContainText(SITE.claim.text);
  const { role } = fieldsOf<{ role: string }>('creator.md');
  await expect(exactText(section(page, 'creator'), role)).toBeVisible();
  const refund = page.getByRole('main').getByText(`${SITE.refundWindowDays} days`);
  await expect(refund.first()).toBeVisible();
});

test('marks sample content on the home page', async ({ page }) => {
  await page.goto('/');
  for (const { id, files } of [
    { id: 'creator', files: ['creator.md'] },
    { id: 'trusted', files: filesIn('logos') },
    { id: 'voices', files: filesIn('testimonials') },
  ]) {
    const isSample = files.some((file) => fieldsOf<{ sample?: boolean }>(file).sample === true);
    const note = section(page, id).getByText(/\bsamples?\b.*, until/i);
    await expect(note, id).toHaveCount(isSample ? 1 : 0);
  }
});

test('describes each guide on its card, and strikes through the bundle’s regular price', async ({
  page,
}) => {
  await page.goto('/');
  for (const { number, path, product, ages, lessonsOnHome: lessons } of GUIDES) {
    const heading = page.getByRole('heading', { name: new RegExp(`^Guide ${number}:`) });
    const card = page.getByRole('article').filter({ has: heading });
    const unbroken = ages.replace('–', '\u2060–\u2060');
    await expect(card).toContainText(`Ages ${unbroken}, ${lessons} lessons`);
    await expect(exactText(card, priceOf(product))).toBeVisible();
    const link = card.getByRole('link', { name: new RegExp(`^Buy Now Guide ${number}: `) });
    await expect(link).toHaveText('Buy Now');
    await expectHref(link, path);
  }
  const bundle = section(page, 'bundle');
  await expect(exactText(bundle, priceOf('bundle'))).toBeVisible();
  const regularPrice = sum(ACTIVE.map(({ price_in_cents: cents }) => cents)) - centsOf('bundle');
  await expect(bundle.locator('del')).toContainText(dollars(regularPrice));
  await expect(bundle.locator('del')).toHaveCSS('text-decoration-line', 'line-through');
  const lessons = sum(GUIDES.map(({ lessonsOnHome }) => lessonsOnHome));
  await expect(bundle).toContainText(`${lessons} lessons`);
});

for (const { number, path, product, ...guide } of GUIDES) {
  test(`shows the contents and the price of Guide ${number}, with a single buy button`, async ({
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
    await expect(section(page, 'included').getByRole('heading')).toContainText([
      'What is included',
    ]);
    for (const { title } of guide.included) {
      await expect(section(page, 'included')).toContainText(title);
    }
    await expect(section(page, 'why').getByRole('heading', { name: 'Why it works' })).toBeVisible();
    await expect(exactText(page, priceOf(product))).toHaveCount(1);
    const days = `within ${SITE.refundWindowDays} days`;
    for (const fact of ['PDF', guide.fileSize, `${guide.pages} pages`, days]) {
      await expect(page.getByRole('main').getByText(fact).first()).toBeVisible();
    }
    const { product_type: type } = productOf(product);
    const label = `Buy Guide ${number} – ${priceOf(product)}`.replace(/[$.]/g, '\\$&');
    await expectToSell(page, type, [new RegExp(`^${label}$`)]);
  });
}

test('shows all sections of the About page, and links to the free printable', async ({ page }) => {
  await page.goto('/about');
  const labels = ['Our mission', 'Who we are', 'How the guides work', 'What makes them different'];
  for (const label of labels) await expect(exactText(page, label)).toBeVisible();
  const copy = fieldsOf<Record<'steps' | 'different', { items: unknown[] }>>('about.md');
  await expectSections(page, [
    { id: 'mission', selector: 'p:last-child', count: 1 },
    { id: 'team', selector: '.prose > p', count: paragraphsOf('about.md').length },
    { id: 'steps', selector: 'ol > li', count: copy.steps.items.length },
    { id: 'different', selector: 'li', count: copy.different.items.length },
  ]);
  await expectHref(page.getByRole('link', { name: 'Get Free Printable', exact: true }), '/guide-1');
});

test('opens one question at a time and shows the support address on the FAQ page', async ({
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
  const contact = section(page, 'support').getByRole('link', { name: /@/ });
  await expectHref(contact, `mailto:${SITE.supportEmail}`);
  await page.goto('/refunds');
  const days = page.getByRole('main').getByText(`${SITE.refundWindowDays} days`);
  await expect(days.first()).toBeVisible();
});
