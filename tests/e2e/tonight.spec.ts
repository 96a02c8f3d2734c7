import { expect, test } from '@playwright/test';
import { GUIDES, type Guide, productOf } from '../catalogue.ts';
import { SESSION, purchaseIs } from './answers.ts';

const lessonOf = ({ learn, tonight }: Guide): string => learn[tonight.lesson - 1]?.title ?? '';

test('a guide begins tonight, and what is shared leads to its page, not to the files', async ({
  page,
  context,
}) => {
  const evening = page.getByRole('region', { name: /^Tonight/ });
  const open = async (productType: string): Promise<void> => {
    await purchaseIs(page, 'paid', productType);
    await page.goto(`/guide-download?session_id=${SESSION}`);
  };
  const [guide] = GUIDES;
  if (!guide) throw new Error('no guide');
  await open(productOf('bundle').product_type);
  await expect(evening.getByRole('heading')).toHaveText([
    'Tonight',
    ...GUIDES.map((one) => `Ages ${one.ages}: ${lessonOf(one)}`),
  ]);

  await open(productOf('guide-1').product_type);
  await expect(evening.getByRole('heading')).toHaveText(`Tonight: ${lessonOf(guide)}`);
  await expect(evening).toContainText(/When they turn \d+: \S/);
  await expect(evening).toContainText(`Have ready: ${guide.tonight.ready}.`);
  const { together } = guide.preview.find(({ lesson }) => lesson === guide.tonight.lesson) ?? {};
  await expect(evening).toContainText(`Ten minutes: ${together}`);
  const { href } = new URL(guide.path, page.url());
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await page.getByRole('button', { name: 'Share the guide’s page' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(href);
});
