import { type Page, expect, test } from '@playwright/test';
import { GUIDES, productOf } from '../catalogue.ts';
import { PHONE_TOO } from './devices.ts';
import { buyAtOnce } from './stand-in.ts';

const EVENINGS = GUIDES.map(({ ages, learn, preview, tonight, path }) => ({
  path,
  ages,
  title: learn[tonight.lesson - 1]?.title ?? '',
  ready: tonight.ready,
  together: preview.find(({ lesson }) => lesson === tonight.lesson)?.together ?? '',
}));

const evening = (page: Page) => page.getByRole('region', { name: /^Tonight/ });
const openFiles = async (page: Page, id: string, baseURL: string | undefined) => {
  const session = await buyAtOnce(baseURL, productOf(id).product_type);
  await page.goto(`/guide-download?session_id=${session}`);
  await expect(evening(page)).toBeVisible();
};

test(
  'a guide begins tonight, and what is shared leads to its page, not to the files',
  PHONE_TOO,
  async ({ page, context, baseURL }) => {
    await openFiles(page, 'guide-1', baseURL);
    const [guide] = EVENINGS;
    if (!guide) throw new Error('no guide');
    await expect(evening(page).getByRole('heading')).toHaveText(`Tonight: ${guide.title}`);
    await expect(evening(page)).toContainText(/When they turn \d+: \S/);
    await expect(evening(page)).toContainText(`Have ready: ${guide.ready}.`);
    await expect(evening(page)).toContainText(`Ten minutes: ${guide.together}`);

    const { href } = new URL(guide.path, page.url());
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
    await page.getByRole('button', { name: 'Share the guide’s page' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(href);
  },
);

test('the bundle begins with one lesson of each guide', async ({ page, baseURL }) => {
  await openFiles(page, 'bundle', baseURL);
  await expect(evening(page).getByRole('heading')).toHaveText([
    'Tonight',
    ...EVENINGS.map(({ ages, title }) => `Ages ${ages}: ${title}`),
  ]);
});
