import { createHash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { ROOT } from '../../netlify/local/settings.ts';
import { download } from '../buyer.ts';
import { productOf } from '../catalogue.ts';
import { type StartedShop, startShop } from '../project.ts';
import { makePdf } from '../shop/pdfs.ts';
import { testAnnouncing } from './guides/announcing.ts';
import { MB, choose, guideOf, item, step, upload } from './guides/upload.ts';
import { OWNER_PORT, OWNER_SHOP as site, openAdmin } from './owner-shop.ts';
import { OWNER_PASSWORD, forgetLogin } from './owner.ts';
import { buyAtOnce } from './stand-in.ts';

// One shop, which takes seconds to start, for all that replaces guides.
let shop: StartedShop;
test.use({ baseURL: site });
test.beforeAll(async () => {
  forgetLogin();
  const more = { ADMIN_PASSWORD: OWNER_PASSWORD };
  shop = await startShop(ROOT, OWNER_PORT, { script: 'tests/e2e/serve.ts', more });
});
test.afterAll(() => {
  forgetLogin();
  return shop.stop();
});

const hashOf = (guide: Buffer): string => createHash('sha256').update(guide).digest('hex');

test('an edition reaches past buyers, and the one before can be restored', async ({ page }) => {
  const other = await page.context().newPage();
  for (const tab of [page, other]) await openAdmin(tab);
  const session = await buyAtOnce(site, 'bundle');
  const isWhatBuyersGet = async (guide: Buffer): Promise<boolean> => {
    const copy = Buffer.from(await (await download(site, session)).arrayBuffer());
    // The shop may have added something behind it.
    return copy.subarray(0, guide.length).equals(guide);
  };
  const [first, second] = [await guideOf(1000), await guideOf(2000)];
  const title = `${productOf('guide-1').name}: the new edition`;
  for (const guide of [first, second]) {
    await upload(page, guide);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByText('Upload successful').first()).toBeVisible();
    expect(await isWhatBuyersGet(guide)).toBe(true);
  }
  await expect(item(page, 'bundle')).toContainText('This file is older than');
  await expect(item(page)).toContainText(hashOf(second));

  const restore = item(page).getByRole('button', { name: /^Restore/ });
  await item(page)
    .getByText(/earlier edition/)
    .click();
  await restore.first().press('Enter');
  await expect(item(page).getByRole('button', { name: 'Yes, restore it' })).toBeFocused();
  await page.keyboard.press('Enter');
  for (const tab of [page, other]) await expect(item(tab)).toContainText(hashOf(first));
  expect(await isWhatBuyersGet(first)).toBe(true);
});

testAnnouncing();

test('what is no guide is refused before it is sent, and what is one gets there', async ({
  context,
  page,
}) => {
  await openAdmin(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/upload')) sent.push(request.url());
  });
  await expect(page.locator('input[type=file]')).toHaveAttribute('accept', '.pdf');
  const toast = page.locator('[data-sonner-toast]');
  const wrongType = toast.filter({ hasText: 'Invalid file type' });
  const PNG = Buffer.from('\x89PNG\r\n');
  await choose(page, 'picture.png', PNG, 'image/png');
  await expect(wrongType.getByText('Please upload a PDF file.')).toBeVisible();
  await expect(wrongType).toHaveCount(0);
  await choose(page, 'renamed.pdf', PNG);
  await expect(wrongType.getByText('Please upload a PDF file.')).toBeVisible();
  const alert = page.getByRole('alert');
  const script = await makePdf({}, (guide) => guide.addJavaScript('greet', 'app.alert(1)'));
  await choose(page, 'script.pdf', Buffer.from(script));
  await expect(alert).toContainText('JavaScript');
  await expect(alert).toContainText('Nothing was uploaded.');
  await choose(page, 'Ages 6-10.pdf', await guideOf(4.1 * MB));
  await expect(page.locator('[data-preview="drawn"]')).toBeVisible();
  expect(sent).toEqual([]);

  const refusal = { status: 422, json: { code: 'pdf_broken', detail: 'Checked again.' } };
  await page.route(/api\/upload\?/, (route) => route.fulfill(refusal), { times: 1 });
  await page.getByRole('button', { name: 'Upload' }).click();
  const failed = toast.filter({ hasText: 'Upload failed' });
  await expect(failed.getByText('There was an error uploading the file.')).toBeVisible();
  await expect(step(page, 'failed')).toContainText('Checked again.');

  // tests/admin/upload.alone.test.ts has what else may happen to a part.
  const taken: (string | null)[] = [];
  page.on('response', (response) => {
    const { pathname, searchParams } = new URL(response.url());
    if (pathname === '/api/upload' && response.ok()) taken.push(searchParams.get('part'));
  });
  const faults = ['none', 'connection', 'session'];
  await page.route(/api\/upload\?/, async (route) => {
    const fault = faults.shift();
    if (fault === 'connection') return route.abort();
    if (fault === 'session') await context.clearCookies({ name: /owner_session/ });
    return route.continue();
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByLabel('Password').fill(OWNER_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(step(page, 'done')).toBeVisible();
  expect(taken).toEqual(['0', '1']);
});
