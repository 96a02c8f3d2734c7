import { type Page, expect, test } from '@playwright/test';
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

export const testConnection = (): void =>
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
