import { readFileSync } from 'node:fs';
import { type Page, expect, test } from '@playwright/test';
import { GUIDES, productOf } from '../catalogue.ts';
import { PHONE_TOO } from './devices.ts';
import { buyAtOnce } from './stand-in.ts';

const EVENINGS = GUIDES.map(({ ages, learn, preview, tonight, path, product }) => ({
  type: productOf(product).product_type,
  path,
  ages,
  title: learn[tonight.lesson - 1]?.title ?? '',
  ready: tonight.ready,
  together: preview.find(({ lesson }) => lesson === tonight.lesson)?.together ?? '',
}));

const evening = (page: Page) => page.getByRole('region', { name: /^Tonight/ });
const openFiles = async (page: Page, type: string, baseURL: string | undefined) => {
  const session = await buyAtOnce(baseURL, type);
  await page.goto(`/guide-download?session_id=${session}`);
  await expect(evening(page)).toBeVisible();
  return session;
};
const press = (page: Page) => page.getByRole('button', { name: 'Share with the other parent' });

for (const { type, path, title, ready, together } of EVENINGS.slice(0, 1)) {
  test('a guide begins tonight, or on Saturday at nine', PHONE_TOO, async ({ page, baseURL }) => {
    const session = await openFiles(page, type, baseURL);
    await expect(evening(page).getByRole('heading')).toHaveText(`Tonight: ${title}`);
    await expect(evening(page)).toContainText(`Have ready: ${ready}.`);
    await expect(evening(page)).toContainText(`Ten minutes: ${together}`);

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /Saturday morning$/ }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('saturday-morning.ics');
    const lines = readFileSync(await file.path(), 'utf8').replaceAll('\r\n ', '');
    const [, year, month, day] = /^DTSTART:(\d{4})(\d{2})(\d{2})T090000\r$/m.exec(lines) ?? [];
    expect(new Date(`${year}-${month}-${day}`).getUTCDay()).toBe(6);
    expect(lines).toContain(`${new URL(path, page.url())}\r\n`);
    expect(lines).toContain(title.replaceAll(',', '\\,'));
    expect(lines).not.toContain(session);
  });

  test('the link to the guide’s page is copied, and not the link to the files', async ({
    page,
    context,
    baseURL,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openFiles(page, type, baseURL);
    await press(page).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(new URL(path, page.url()).href);
  });
}

test('the bundle begins with one lesson of each guide, and is shared by the phone itself', async ({
  page,
  baseURL,
}) => {
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    Reflect.set(window, 'shared', shared);
    const fails = { name: 'AbortError', message: 'closed' };
    Object.defineProperty(navigator, 'share', {
      value: async (what: unknown) => {
        if (shared.push(what) === 2) throw new DOMException(fails.message, fails.name);
        if (shared.length === 3) throw new TypeError('not allowed');
      },
    });
  });
  await openFiles(page, 'bundle', baseURL);
  await expect(evening(page).getByRole('heading')).toHaveText([
    'Tonight',
    ...EVENINGS.map(({ ages, title }) => `Ages ${ages}: ${title}`),
  ]);
  for (const { title } of EVENINGS) {
    await expect(page.getByRole('button', { name: `Saturday morning (${title})` })).toHaveCount(1);
  }
  const home = new URL('/', page.url()).href;
  await press(page).click();
  await press(page).click(); // closed by the parent: nothing went wrong
  await press(page).click();
  await expect(page.getByText(`The link is ${home}`)).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toEqual(
    Array.from({ length: 3 }, () => ({ title: productOf('bundle').name, url: home })),
  );
  await expect(page.getByText('Sharing didn’t work')).toHaveCount(1);
});
