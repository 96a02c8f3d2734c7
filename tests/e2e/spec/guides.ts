import { expect } from '@playwright/test';
import { answer } from '../answers.ts';
import { type Row, looking, on, part, sentTo } from './row.ts';

const GUIDES = [
  { number: 1, type: 'individual_guide_6_10', topics: ['jar', 'needs and wants', 'printable'] },
  { number: 2, type: 'individual_guide_11_14', topics: ['budget', 'ads'] },
  { number: 3, type: 'individual_guide_15_18', topics: ['paycheck', 'tax', 'credit', 'invest'] },
];

const rowsOf = ({ number, type, topics }: (typeof GUIDES)[number]): Row[] => {
  const path = `/guide-${number}`;
  const at = looking(path);
  const busy = on(path, { before: (page) => answer(page, 'create-payment', 'never') });
  const label = `Buy Guide ${number} – $8.99`;
  return [
    {
      section: 2,
      says: `${path} has what they will learn: 10 lessons`,
      at,
      check: async (page) => {
        await expect(page.getByRole('heading', { name: 'What they will learn' })).toBeVisible();
        const lists = page
          .locator('section')
          .filter({ has: page.getByRole('heading', { name: 'What they will learn' }) });
        await expect(lists.locator('ol > li')).toHaveCount(10);
        await expect(page.getByText(/10 lessons/).first()).toBeVisible();
        await expect(page.getByText(/11 lessons/)).toHaveCount(0);
      },
    },
    {
      section: 2,
      says: `${path} has what is included, conversation scripts among it`,
      at,
      check: async (page) => {
        await expect(
          part(page, 'included').getByRole('heading', { name: 'What is included' }),
        ).toBeVisible();
        await expect(part(page, 'included')).toContainText(/conversation scripts/i);
      },
    },
    {
      section: 2,
      says: `${path} has why it works`,
      at,
      check: async (page) => {
        await expect(
          part(page, 'why').getByRole('heading', { name: 'Why it works' }),
        ).toBeVisible();
        await expect(part(page, 'why').locator('p').first()).toBeVisible();
      },
    },
    {
      section: 1,
      says: `Guide ${number} is about ${topics.join(', ')}`,
      at,
      check: async (page) => {
        for (const topic of topics) {
          await expect(page.getByRole('main')).toContainText(new RegExp(`\\b${topic}`, 'i'));
        }
      },
    },
    {
      section: 9,
      says: `Guide ${number} costs $8.99, is a PDF of about 2MB and 15 pages, with 14 days to give it back`,
      at,
      check: async (page) => {
        await expect(
          page.getByText('$8.99', { exact: true }).filter({ visible: true }),
        ).toHaveCount(1);
        for (const fact of [/PDF/, /about 2MB/, /15 pages/, /within 14 days/]) {
          await expect(page.getByRole('main').getByText(fact).first()).toBeVisible();
        }
      },
    },
    {
      section: 2,
      says: `${path} has one buy button, "${label}"`,
      at,
      check: (page) => expect(page.locator('form[data-buy] button')).toHaveText([label]),
    },
    {
      section: 3,
      says: `the button of Guide ${number} starts checkout for ${type}, and reads "Processing..." while busy`,
      at: busy,
      check: async (page) => {
        const sent = await sentTo(page, 'create-payment', () =>
          page.getByRole('button', { name: label, exact: true }).click(),
        );
        expect(sent).toEqual({ productType: type });
        const button = page.locator('form[data-buy] button');
        await expect(button).toHaveText('Processing...');
        await expect(button).toBeDisabled();
      },
    },
  ];
};

export const GUIDE_ROWS: readonly Row[] = GUIDES.flatMap(rowsOf);
