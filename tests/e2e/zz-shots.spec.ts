import { test } from '@playwright/test';
import { adminShows, numberFor, orderOf } from './admin-answers.ts';
import { answer } from './answers.ts';
import { guidesAre } from './guides/answers.ts';
import { NOT_WELL } from './health-answers.ts';

for (const scheme of ['light', 'dark'] as const)
  for (const width of [375, 768, 1280])
    test(`${scheme} ${width}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      const shot = (name: string, fullPage = true) =>
        page.screenshot({ path: `/tmp/shots-g/${name}-${width}-${scheme}.png`, fullPage });
      await adminShows(page);
      await answer(page, 'health', NOT_WELL);
      await page.goto('/admin-orders');
      await page.getByRole('button', { name: 'Last 12 months' }).click();
      await page.waitForTimeout(300);
      await shot('orders');
      await answer(page, 'admin/find-order', { json: { orders: [orderOf(4), orderOf(8)] } });
      await page.getByLabel('Find an order').fill('jane@example.com');
      await page.keyboard.press('Enter');
      await page.waitForTimeout(300);
      await shot('search', false);
      for (const n of [0, 3]) {
        await page.goto(`/admin-orders#order=${numberFor(n)}`);
        await page.waitForTimeout(600);
        await shot(`order${n}`, false);
      }
      await page.getByRole('button', { name: 'Open downloads' }).click();
      await shot('ask', false);
      await guidesAre(page);
      await page.goto('/admin-upload');
      await page.getByText('Tell past buyers').click();
      await page.getByText('2 earlier editions').click();
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({
          name: 'New guide.pdf',
          mimeType: 'application/pdf',
          buffer: Buffer.from('%PDF'),
        });
      await page.waitForTimeout(300);
      await shot('guides');
    });
