import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { ROOT } from '../../netlify/local/settings.ts';
import { download } from '../buyer.ts';
import { type StartedShop, startShop } from '../project.ts';
import { testAnnouncing } from './guides/announcing.ts';
import { MB, choose, guideOf, item, upload } from './guides/upload.ts';
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

test('an edition reaches past buyers, and the one before can be restored', async ({ page }) => {
  await openAdmin(page);
  const session = await buyAtOnce(site, 'bundle');
  const isWhatBuyersGet = async (guide: Buffer): Promise<boolean> => {
    const copy = Buffer.from(await (await download(site, session)).arrayBuffer());
    // The shop may have added something behind it.
    return copy.subarray(0, guide.length).equals(guide);
  };
  const [first, second] = [await guideOf(1000), await guideOf(2000)];
  for (const guide of [first, second]) {
    await upload(page, guide);
    await expect(item(page)).toContainText('Published. Every buyer gets it now.');
    await expect(page.getByText('Upload successful').first()).toBeVisible();
    await expect(item(page).locator('input[type=file]')).toBeFocused();
    expect(await isWhatBuyersGet(guide)).toBe(true);
  }
  await expect(item(page, 'bundle')).toContainText('This file is older than');

  const editions = item(page).getByText('1 earlier edition');
  await editions.click();
  const restore = item(page).getByRole('button', { name: 'Restore' });
  await restore.press('Enter');
  await page.keyboard.press('Enter');
  await expect(item(page)).toContainText('Restored. Every buyer gets it now.');
  await expect(item(page).locator('summary', { hasText: 'earlier' })).toBeFocused();
  expect(await isWhatBuyersGet(first)).toBe(true);
});

testAnnouncing();

test('a file that is no guide is refused, and an upload that breaks off is tried again', async ({
  context,
  page,
}) => {
  await openAdmin(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/upload')) sent.push(request.url());
  });
  const input = item(page).locator('input[type=file]');
  await expect(input).toHaveAttribute('accept', '.pdf');
  const toast = page.locator('[data-sonner-toast]');
  const wrongType = toast.filter({ hasText: 'Invalid file type' });
  const PNG = Buffer.from('\x89PNG\r\n');
  await choose(page, 'picture.png', PNG, 'image/png');
  await expect(wrongType.getByText('Please upload a PDF file.')).toBeVisible();
  const publish = item(page).getByRole('button', { name: 'Publish' });
  await expect(publish).toHaveCount(0);
  await choose(page, 'large.pdf', Buffer.alloc(18.1 * MB));
  const alert = item(page).getByRole('alert');
  await expect(alert).toContainText('18 MB');
  await expect(publish).toHaveCount(0);
  expect(sent).toEqual([]);

  await expect(wrongType).toHaveCount(0);
  await upload(page, PNG);
  await expect(wrongType.getByText('Please upload a PDF file.')).toBeVisible();
  const cutOff = (await guideOf(1000)).subarray(0, 900);
  await upload(page, cutOff);
  await expect(alert).toContainText('The end of the PDF is missing.');
  const failed = toast.filter({ hasText: 'Upload failed' });
  await expect(failed.getByText('There was an error uploading the file.')).toBeVisible();

  // tests/admin/send-file.test.ts has what else may happen to a part.
  const taken: (string | null)[] = [];
  page.on('response', (response) => {
    const { pathname, searchParams } = new URL(response.url());
    if (pathname === '/api/upload' && response.ok()) taken.push(searchParams.get('part'));
  });
  const faults = ['session', 'none', 'connection'];
  await page.route(/api\/upload\?/, async (route) => {
    const fault = faults.shift();
    if (fault === 'connection') return route.abort();
    if (fault === 'session') await context.clearCookies({ name: /owner_session/ });
    return route.continue();
  });
  await upload(page, await guideOf(4.1 * MB));
  const login = page.getByRole('dialog', { name: 'Your session has ended' });
  await login.getByLabel('Password').fill(OWNER_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(login).toBeHidden();
  await publish.press('Enter');
  await expect(item(page)).toContainText('Published.');
  expect(taken).toEqual(['0', '1']);
});

test('a file that is saved again after it was chosen says so', async ({ page }, info) => {
  await openAdmin(page);
  const file = info.outputPath('guide.pdf');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, await guideOf(1000));
  await item(page).locator('input[type=file]').setInputFiles(file);
  await writeFile(file, await guideOf(2000));
  await item(page).getByRole('button', { name: 'Publish' }).click();
  await expect(item(page).getByRole('alert')).toContainText('has changed on your computer');
  await expect(page.getByText('There was an error uploading the file.').first()).toBeVisible();
});
