import { createHash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { download } from '../../buyer.ts';
import { productOf } from '../../catalogue.ts';
import { OWNER_SHOP as site, openAdmin } from '../owner-shop.ts';
import { buyAtOnce } from '../stand-in.ts';
import { guideOf, item, upload } from './upload.ts';

const hashOf = (guide: Buffer): string => createHash('sha256').update(guide).digest('hex');
const { name } = productOf('guide-1');

export const testEditions = (): void =>
  test('an edition reaches past buyers, and the one before can be restored', async ({
    context,
    page,
  }) => {
    await openAdmin(page);
    const other = await context.newPage();
    await openAdmin(other);
    const session = await buyAtOnce(site, 'bundle');
    const isWhatBuyersGet = async (guide: Buffer | undefined): Promise<boolean> => {
      const copy = Buffer.from(await (await download(site, session)).arrayBuffer());
      // The shop may have added something behind it.
      return guide !== undefined && copy.subarray(0, guide.length).equals(guide);
    };
    const [first, second] = [await guideOf(1000), await guideOf(2000)];
    for (const guide of [first, second]) {
      await upload(page, guide);
      await expect(page.getByRole('heading', { name: `${name}: the new edition` })).toBeVisible();
      await expect(page.getByText('Upload successful').first()).toBeVisible();
      expect(await isWhatBuyersGet(guide)).toBe(true);
    }
    await expect(item(page, 'bundle')).toContainText('This file is older than');
    for (const tab of [page, other]) await expect(item(tab)).toContainText(hashOf(second));

    await item(page)
      .getByText(/earlier edition/)
      .click();
    await item(page)
      .getByRole('button', { name: /^Restore/ })
      .first()
      .press('Enter');
    await expect(item(page).getByRole('button', { name: 'Yes, restore it' })).toBeFocused();
    await page.keyboard.press('Enter');
    for (const tab of [page, other]) await expect(item(tab)).toContainText(hashOf(first));
    expect(await isWhatBuyersGet(first)).toBe(true);
  });
