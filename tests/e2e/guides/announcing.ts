import { expect, test } from '@playwright/test';
import { SITE, productOf } from '../../catalogue.ts';
import { mailsWith } from '../inbox.ts';
import { OWNER_SHOP as site, openAdmin } from '../owner-shop.ts';
import { buyAtOnce } from '../stand-in.ts';
import { guideOf, item, step, upload } from './upload.ts';

const seconds = (): number => Math.floor(Date.now() / 1000);

export const testAnnouncing = (): void =>
  test('the owner reads a preview, and then the buyers are told, once', async ({ page }) => {
    await page.clock.install();
    await openAdmin(page);
    await buyAtOnce(site, productOf('guide-1').product_type);
    await buyAtOnce(site, 'bundle');
    const bought = seconds();
    await expect
      .poll(seconds, 'past orders are those of an earlier second')
      .toBeGreaterThan(bought);
    await upload(page, await guideOf(3000));
    await expect(step(page, 'done')).toBeVisible();
    await page.reload();
    const offer = item(page).getByRole('button', { name: /^Email the buyers/ });
    await offer.press('Enter');
    const words = item(page).getByLabel('What’s new');
    const preview = item(page).getByRole('button', { name: 'Send a preview to me' });
    const tell = item(page).getByRole('button', { name: /^Email up to \d buyers/ });
    await expect(words).toBeFocused();
    // Other words have to be read too.
    for (const says of ['Lesson 3 has new figures.', 'Lesson 3 has the figures of 2026.']) {
      await words.fill(says);
      await expect(tell).toBeDisabled();
      await preview.press('Enter');
      await expect(tell).toBeEnabled();
    }
    await tell.press('Enter');
    // All orders are of one parent.
    const told = item(page).getByText(/^Announced on .*: 1 email\.$/);
    await expect
      .poll(async () => {
        await page.clock.fastForward(5000);
        return told.count();
      })
      .toBe(1);
    await expect(told).toBeFocused();
    const mails = await mailsWith(site, 'the figures of 2026');
    expect(mails.map(({ to }) => to)).toEqual(['parent@example.com', SITE.supportEmail]);
    await page.reload();
    await expect(told).toBeVisible();
    await expect(item(page).getByRole('button', { name: /Email/ })).toHaveCount(0);

    const unsubscribe = /http\S+stop-news\?token=\w+/.exec(mails[0]?.text ?? '')?.[0] ?? '';
    await page.goto(unsubscribe);
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByText('You won’t get any more of these emails.')).toBeVisible();
  });
