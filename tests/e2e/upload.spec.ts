import { randomBytes } from 'node:crypto';
import { type CDPSession, type Page, expect, test } from '@playwright/test';
import { GUIDES, productOf } from '../catalogue.ts';
import { makePdf, sign } from '../shop/pdfs.ts';
import { buy, download } from '../buyer.ts';
import { isDeep } from '../depth.ts';
import { OWNER_SHOP, guideFilesOf, openAdmin, useOwnerShop } from './owner-shop.ts';
import { OWNER_PASSWORD } from './owner.ts';
import { isAmiss } from './a11y/audit.ts';

useOwnerShop();

const MB = 1024 * 1024;

/**
 * A guide that compresses no further, so that its size is what is sent. Signed, since to make room for an order's
 * line takes longer than all else.
 */
const guideOf = async (bytes: number, title: string, change = sign): Promise<Buffer> =>
  Buffer.from(
    await makePdf({ title, pages: 2, packed: false }, (document) => {
      change(document);
      document.context.register(document.context.stream(randomBytes(bytes)));
    }),
  );

const choose = (page: Page, name: string, buffer: Buffer, mimeType = 'application/pdf') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });

const upload = (page: Page, step: string) => page.locator(`[data-upload="${step}"]`);

const isDone = (page: Page): Promise<void> => expect(upload(page, 'done')).toBeVisible();

/** Chooses a guide for ages 6 to 10 and begins to upload it. */
const begin = async (page: Page, guide: Buffer): Promise<void> => {
  await choose(page, 'Ages 6-10.pdf', guide);
  await page.getByRole('button', { name: 'Upload' }).click();
};

/** The numbers of the parts that the shop has taken, in their order. */
const watchParts = (page: Page): number[] => {
  const taken: number[] = [];
  page.on('response', (response) => {
    const [, part] = /\/parts\/(\d+)$/.exec(response.url()) ?? [];
    if (part !== undefined && response.status() === 204) taken.push(Number(part));
  });
  return taken;
};

const partsOf = (guide: Buffer): number[] => [...Array(Math.ceil(guide.length / MB)).keys()];

/** Of an upload, with what the shop added behind it. */
const isCopy = (copy: Buffer, guide: Buffer | undefined): boolean =>
  guide !== undefined && copy.subarray(0, guide.length).equals(guide);

const bytesFor = async (session: string): Promise<Buffer> =>
  Buffer.from(await (await download(OWNER_SHOP, session)).arrayBuffer());

test('each guide is uploaded and reaches past buyers', async ({ page }) => {
  await openAdmin(page);
  const [first, second] = GUIDES;
  const session = await buy(OWNER_SHOP, 'bundle');
  const before = await bytesFor(session);
  const guide = await guideOf(20_000, 'The new edition', () => {});
  const signed = await guideOf(20_000, 'The new edition');
  for (const [id, name] of [
    ['guide-1', 'Money-Smart-Kids-Ages-6-10 (1).pdf'],
    ['guide-2', 'final ages 11 to 14.pdf'],
    ['guide-3', 'guide-3.pdf'],
    ['bundle', 'The complete set.pdf'],
  ] as const) {
    const label = productOf(id).name;
    await choose(page, name, id === 'guide-1' ? guide : signed);
    await expect(page.getByRole('radio', { name: label })).toBeChecked();
    await page.getByRole('button', { name: 'Upload' }).click();
    await isDone(page);
    await expect(page.getByRole('heading', { name: `${label}: the new edition` })).toBeVisible();
    await expect(page.locator(`[data-product="${id}"]`)).toContainText(`uploaded as ${name}`);
    await expect(page.locator(`[data-product="${id}"]`)).toContainText(
      id === 'guide-1' ? 'Each copy has its order' : 'a digital signature',
    );
    const isOld = page.locator('[data-product="bundle"]').getByText('This file is older than');
    await expect(isOld).toHaveCount(id === 'bundle' ? 0 : 1);
    if (id === 'guide-2')
      await expect(isOld.locator('+ ul')).toHaveText(
        new RegExp(`^${first?.title}.*${second?.title}`),
      );
  }
  const hash = page.locator('[data-product="guide-1"]').getByText(/^SHA-256/);
  await expect(hash).toBeHidden();
  await page.getByText(`Technical details of ${productOf('guide-1').name}`).click();
  await expect(hash).toBeVisible();
  await expect(page.getByText('Upload successful').first()).toBeVisible();
  const after = await bytesFor(session);
  expect([isCopy(before, guide), isCopy(after, guide)]).toEqual([false, true]);
});

/** What is sent of files. */
const watchUploads = (page: Page): string[] => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/(upload|admin\/uploads)/.test(request.url())) sent.push(request.url());
  });
  return sent;
};

test('what is no guide is refused before it is sent, and axe finds nothing wrong with one', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openAdmin(page);
  const sent = watchUploads(page);
  await expect(page.locator('input[type=file]')).toHaveAttribute('accept', '.pdf');
  const told = page.locator('[data-sonner-toast]', { hasText: 'Invalid file type' });
  await choose(page, 'picture.png', Buffer.from('\x89PNG\r\n'), 'image/png');
  await expect(told.getByText('Please upload a PDF file.')).toHaveCount(1);
  await choose(page, 'renamed.pdf', Buffer.from('\x89PNG\r\n'));
  await expect(told.getByText('Please upload a PDF file.')).toHaveCount(2);

  const alert = page.getByRole('alert');
  const script = await makePdf({}, (guide) => guide.addJavaScript('greet', 'app.alert(1)'));
  await choose(page, 'script.pdf', Buffer.from(script));
  await expect(alert).toContainText('JavaScript');
  await choose(page, 'huge.pdf', Buffer.alloc(19 * MB, '%PDF-'));
  await expect(alert).toContainText('A guide can be up to 18 MB');
  await expect(alert).toContainText('Nothing was uploaded.');

  await choose(page, 'Ages 6-10.pdf', await guideOf(1_000, 'For everybody'));
  await expect(page.locator('[data-preview="drawn"]')).toBeVisible();
  expect(sent).toEqual([]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await isAmiss(page), colorScheme).toEqual([]);
  }
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
});

test('what the shop refuses all the same is told, and can be tried again', async ({ page }) => {
  await openAdmin(page);
  const reason = 'The shop has checked it once more.';
  await page.route('**/api/admin/uploads', (route) =>
    route.fulfill({ status: 422, json: { code: 'pdf_broken', detail: reason } }),
  );
  await begin(page, await guideOf(2000, 'Refused'));
  const told = page.locator('[data-sonner-toast]', { hasText: 'Upload failed' });
  await expect(told.getByText('There was an error uploading the file.')).toBeVisible();
  await expect(upload(page, 'failed')).toContainText(reason);
  await page.unroute('**/api/admin/uploads');
  await page.getByRole('button', { name: 'Try again' }).click();
  await isDone(page);
});

/** Lets one part through to the shop, and keeps each next one until more are let through. */
const holdParts = async (page: Page): Promise<(more: number) => void> => {
  let allowed = 1;
  const held: (() => void)[] = [];
  const letThrough = (more: number): void => {
    allowed += more;
    while (allowed > 0 && held.length > 0) {
      allowed -= 1;
      held.shift()?.();
    }
  };
  await page.route(/\/parts\/\d+$/, async (route) => {
    await new Promise<void>((resolve) => {
      held.push(resolve);
      letThrough(0);
    });
    await route.continue();
  });
  return letThrough;
};

test('neither a broken connection nor an ended session costs an upload', async ({
  context,
  page,
}) => {
  await openAdmin(page);
  const taken = watchParts(page);
  const letThrough = await holdParts(page);
  const guide = await guideOf(4.5 * MB, 'On a bad day');
  const before = await guideFilesOf(page, 'guide-1');
  await begin(page, guide);
  await expect.poll(() => taken).toEqual([0]);
  await context.setOffline(true);
  letThrough(1);
  await expect(page.getByText('You’re offline.').first()).toBeVisible();
  expect((await guideFilesOf(page, 'guide-1')).current).toEqual(before.current);
  await context.setOffline(false);
  letThrough(1);
  await expect.poll(() => taken).toEqual([0, 1]);

  await context.clearCookies();
  letThrough(Infinity);
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByLabel('Password').fill(OWNER_PASSWORD);
  await expect(upload(page, 'waiting')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await isDone(page);
  expect(taken).toEqual(partsOf(guide));
});

test('an upload that is stuck says so until it goes on', async ({ page }) => {
  await page.clock.install();
  await openAdmin(page);
  const parts = /\/parts\/\d+$/;
  await page.route(parts, (route) => route.fulfill({ status: 503 }));
  await begin(page, await guideOf(2000, 'In trouble'));
  await expect(upload(page, 'waiting')).toBeVisible();
  const told = page.getByRole('alert').filter({ hasText: 'The upload is stuck' });
  await page.clock.fastForward(10_000);
  await expect(told).toContainText('Nothing is lost: the uploaded part is kept');
  await page.unroute(parts);
  await page.clock.runFor(30_000);
  await isDone(page);
  await expect(told).toHaveCount(0);
});

test('of two uploads at once one wins, and the other is restored', async ({ context, page }) => {
  const other = await context.newPage();
  await openAdmin(page);
  await openAdmin(other);
  const session = await buy(OWNER_SHOP, 'bundle');
  const guides = await Promise.all([guideOf(1.5 * MB, 'One'), guideOf(1.6 * MB, 'Other')]);
  await Promise.all([begin(page, guides[0]), begin(other, guides[1])]);
  await Promise.all([isDone(page), isDone(other)]);
  const { current, earlier } = await guideFilesOf(page, 'guide-1');
  const winner = await bytesFor(session);
  const [won, lost] = isCopy(winner, guides[0]) ? guides : guides.toReversed();
  expect(isCopy(winner, won)).toBe(true);
  expect([current?.size, earlier[0]?.size]).toEqual([won?.length, lost?.length]);

  // Each tab shows what came of both, whichever was last.
  const item = page.locator('[data-product="guide-1"]');
  const there = other.locator('[data-product="guide-1"]');
  for (const tab of [item, there]) {
    await expect(tab).toContainText(current?.sha256.slice(0, 12) ?? '');
  }
  await item.getByText(/earlier edition/).click();
  const restore = item.getByRole('button', { name: /^Restore/ }).first();
  await restore.press('Enter');
  await expect(item.getByRole('button', { name: 'Yes, restore it' })).toBeFocused();
  await page.keyboard.press('Enter');
  for (const tab of [item, there]) {
    await expect(tab).toContainText(earlier[0]?.sha256.slice(0, 12) ?? '');
  }
  const restored = await bytesFor(session);
  expect(isCopy(restored, lost)).toBe(true);
});

const setUploadSpeed = (connection: CDPSession, bytesPerSecond: number) =>
  connection.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
const ONE_MBIT = 1_000_000 / 8;
const FAST = -1;

if (isDeep) {
  test('17 MB over a slow connection can be canceled and go on where they stopped', async ({
    page,
  }) => {
    await openAdmin(page);
    const taken = watchParts(page);
    const connection = await page.context().newCDPSession(page);
    const guide = await guideOf(17 * MB - 10_000, 'Large');
    await setUploadSpeed(connection, ONE_MBIT);
    await begin(page, guide);
    await expect(page.getByText(/of 17.0 MB. About 2 minutes left/)).toBeVisible();
    await expect.poll(() => taken).toEqual([0]);
    await expect(page.getByText(/^1\.[1-9] of 17.0 MB/)).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText(/Stopped at 1\.\d of 17.0 MB/).last()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Resume' })).toBeFocused();
    await setUploadSpeed(connection, FAST);

    // Another day, another page: what is there is known by the file itself.
    await page.reload();
    await begin(page, guide);
    await isDone(page);
    expect(taken).toEqual(partsOf(guide));
  });
}
