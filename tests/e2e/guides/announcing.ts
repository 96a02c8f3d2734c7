import { expect, test } from '@playwright/test';
import { SITE, productOf } from '../../catalogue.ts';
import { mailsWith } from '../inbox.ts';
import { OWNER_SHOP as site, openAdmin } from '../owner-shop.ts';
import { buyAtOnce, runJobs } from '../stand-in.ts';
import { guideOf, item, upload } from './upload.ts';

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
    await expect(item(page)).toContainText('Published.');
    await page.reload();
    await item(page).getByText('Tell past buyers').press('Enter');
    const words = item(page).getByLabel('What’s new');
    const preview = item(page).getByRole('button', { name: 'Send me a preview' });
    const begin = item(page).getByRole('button', { name: /^Email up to \d buyers/ });
    // Other words have to be previewed too.
    for (const says of ['Lesson 3 has new figures.', 'Lesson 3 has the figures of 2026.']) {
      await words.fill(says);
      await expect(begin).toBeDisabled();
      await preview.press('Enter');
      await expect(begin).toBeEnabled();
    }
    await begin.press('Enter');
    // All orders are of one parent. The schedule sends the email.
    await expect(item(page)).toContainText('Emailing past buyers: 1 of 1 left.');
    await expect(item(page).locator('[data-announcement]')).toBeFocused();
    await runJobs(site);
    const done = item(page).getByText('Emails to past buyers: none left.');
    await expect
      .poll(async () => {
        await page.clock.fastForward(5000);
        return done.count();
      })
      .toBe(1);
    const mails = await mailsWith(site, 'the figures of 2026');
    expect(mails.map(({ to }) => to)).toEqual(['parent@example.com', SITE.supportEmail]);
    await page.reload();
    await expect(done).toBeVisible();
    await expect(begin).toHaveCount(0);

    const unsubscribe = /http\S+unsubscribe\?token=\w+/.exec(mails[0]?.text ?? '')?.[0] ?? '';
    await page.goto(unsubscribe);
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByText('You won’t get any more of these emails.')).toBeVisible();
  });
