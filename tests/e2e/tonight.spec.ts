import { expect, test } from '@playwright/test';
import { GUIDES, productOf } from '../catalogue.ts';
import { SESSION, purchaseIs } from './answers.ts';

const EVENINGS = GUIDES.map(({ ages, learn, preview, tonight, path }) => ({
  path,
  ages,
  title: learn[tonight.lesson - 1]?.title ?? '',
  ready: tonight.ready,
  together: preview.find(({ lesson }) => lesson === tonight.lesson)?.together ?? '',
}));

test('a guide begins tonight, and what is shared leads to its page, not to the files', async ({
  page,
  context,
}) => {
  const evening = page.getByRole('region', { name: /^Tonight/ });
  const open = async (productType: string): Promise<void> => {
    await purchaseIs(page, 'paid', productType);
    await page.goto(`/guide-download?session_id=${SESSION}`);
  };
  const [guide] = EVENINGS;
  if (!guide) throw new Error('no guide');
  await open(productOf('bundle').product_type);
  await expect(evening.getByRole('heading')).toHaveText([
    'Tonight',
    ...EVENINGS.map(({ ages, title }) => `Ages ${ages}: ${title}`),
  ]);

  await open(productOf('guide-1').product_type);
  await expect(evening.getByRole('heading')).toHaveText(`Tonight: ${guide.title}`);
  await expect(evening).toContainText(/When they turn \d+: \S/);
  await expect(evening).toContainText(`Have ready: ${guide.ready}.`);
  await expect(evening).toContainText(`Ten minutes: ${guide.together}`);
  const { href } = new URL(guide.path, page.url());
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await page.getByRole('button', { name: 'Share the guide’s page' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(href);
});
