import { type CDPSession, type Page, expect, test } from '@playwright/test';
import { isDeep } from '../../depth.ts';
import { openAdmin } from '../owner-shop.ts';
import { OWNER_PASSWORD } from '../owner.ts';
import { MB, guideOf, step, upload } from './upload.ts';

/** The numbers of the parts that the shop has taken, in their order. */
const watchParts = (page: Page): number[] => {
  const taken: number[] = [];
  page.on('response', (response) => {
    const [, part] = /\/parts\/(\d+)$/.exec(response.url()) ?? [];
    if (part !== undefined && response.status() === 204) taken.push(Number(part));
  });
  return taken;
};

/** Keeps the parts of an upload from the shop until the given number of them may go through. */
const holdParts = async (page: Page): Promise<(count: number) => void> => {
  let allowed = 0;
  const held: (() => void)[] = [];
  const letThrough = (count: number): void => {
    allowed += count;
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

const setUploadSpeed = (connection: CDPSession, bytesPerSecond: number) =>
  connection.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
const ONE_MBIT = 1_000_000 / 8;
const FAST = -1;

export const testConnection = (): void => {
  test('neither a broken connection nor an ended session costs an upload', async ({
    context,
    page,
  }) => {
    await openAdmin(page);
    const taken = watchParts(page);
    const letThrough = await holdParts(page);
    await upload(page, await guideOf(2.5 * MB));
    letThrough(1);
    await expect.poll(() => taken).toEqual([0]);
    await context.setOffline(true);
    letThrough(1);
    await expect(page.getByText('You’re offline.').first()).toBeVisible();
    await context.setOffline(false);
    letThrough(1);
    await expect.poll(() => taken).toEqual([0, 1]);

    await context.clearCookies();
    letThrough(Infinity);
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').fill(OWNER_PASSWORD);
    await expect(step(page, 'waiting')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(step(page, 'done')).toBeVisible();
    expect(taken).toEqual([0, 1, 2]);
  });

  if (!isDeep) return;
  test('17 MB over a slow connection can be canceled and go on where they stopped', async ({
    page,
  }) => {
    await openAdmin(page);
    const taken = watchParts(page);
    const connection = await page.context().newCDPSession(page);
    const guide = await guideOf(17 * MB - 10_000);
    await setUploadSpeed(connection, ONE_MBIT);
    await upload(page, guide);
    await expect(page.getByText(/of 17.0 MB. About 2 minutes left/)).toBeVisible();
    await expect.poll(() => taken).toEqual([0]);
    await expect(page.getByText(/^1\.[1-9] of 17.0 MB/)).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText(/Stopped at 1\.\d of 17.0 MB/).last()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Resume' })).toBeFocused();
    await setUploadSpeed(connection, FAST);

    // Another day, another page: the shop knows by the file itself what it has of it.
    await page.reload();
    await upload(page, guide);
    await expect(step(page, 'done')).toBeVisible();
    expect(taken).toEqual([...Array(17).keys()]);
  });
};
