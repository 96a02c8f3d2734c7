import { expect } from '@playwright/test';
import { GUIDES, SITE, priceOf, productOf } from '../../catalogue.ts';
import { answer } from '../answers.ts';
import { buyButtons } from '../parent.ts';
import { type Row, viewing, on, part, sentTo, row } from './row.ts';

const rowsOf = ({ number, path, product, ...guide }: (typeof GUIDES)[number]): Row[] => {
  const { product_type: type } = productOf(product);
  const price = priceOf(product);
  const at = viewing(path);
  const busy = on(path, { before: (page) => answer(page, 'create-payment', 'never') });
  const label = `Buy Guide ${number} – ${price}`;
  return [
    row(2, `${path} has what they will learn, lesson by lesson`, at, async (page) => {
      const heading = page.getByRole('heading', { name: 'What they will learn' });
      const lessons = page.locator('section').filter({ has: heading }).locator('ol > li');
      await expect(lessons).toHaveCount(guide.lessonsOnGuide);
      for (const [index, { title }] of guide.learn.entries()) {
        await expect(lessons.nth(index)).toContainText(title);
      }
      await expect(page.getByText(`${guide.lessonsOnGuide} lessons`).first()).toBeVisible();
      if (guide.lessonsOnHome !== guide.lessonsOnGuide) {
        await expect(page.getByText(`${guide.lessonsOnHome} lessons`)).toHaveCount(0);
      }
    }),
    row(2, `${path} has what is included, and why it works`, at, async (page) => {
      for (const [id, name] of [
        ['included', 'What is included'],
        ['why', 'Why it works'],
      ] as const) {
        await expect(part(page, id).getByRole('heading', { name })).toBeVisible();
      }
      for (const { title } of guide.included) {
        await expect(part(page, 'included')).toContainText(title);
      }
      await expect(part(page, 'why').locator('p').first()).toBeVisible();
    }),
    row(
      9,
      `Guide ${number} says its price, the size and pages of its PDF, and until when it can be given back`,
      at,
      async (page) => {
        await expect(page.getByText(price, { exact: true }).filter({ visible: true })).toHaveCount(
          1,
        );
        const days = `within ${SITE.refundWindowDays} days`;
        for (const fact of ['PDF', guide.fileSize, `${guide.pages} pages`, days]) {
          await expect(page.getByRole('main').getByText(fact).first()).toBeVisible();
        }
      },
    ),
    row(2, `${path} has one buy button, with the number of the guide and its price`, at, (page) =>
      expect(buyButtons(page)).toHaveText([label]),
    ),
    row(
      3,
      `the button of Guide ${number} starts checkout for ${type}, and reads "Processing..." while busy`,
      busy,
      async (page) => {
        const sent = await sentTo(page, 'create-payment', () =>
          page.getByRole('button', { name: label, exact: true }).click(),
        );
        expect(sent).toEqual({ productType: type });
        const button = buyButtons(page);
        await expect(button).toHaveText('Processing...');
        await expect(button).toBeDisabled();
      },
    ),
  ];
};

export const GUIDE_ROWS: readonly Row[] = GUIDES.flatMap(rowsOf);
