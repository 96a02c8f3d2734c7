import { expect, test } from '@playwright/test';
import { adminShows } from './admin-answers.ts';
import { answer } from './answers.ts';
import { guidesAre } from './guides/answers.ts';
import { NOT_WELL, WELL } from './health-answers.ts';

for (const [path, shows] of [
  ['/admin-orders', adminShows],
  ['/admin-upload', guidesAre],
] as const) {
  test(`${path} names the worst that is wrong with the shop, and nothing if all is well`, async ({
    page,
  }) => {
    await shows(page);
    await answer(page, 'health', NOT_WELL);
    await page.goto(path);
    const line = page.getByRole('main').getByText('npm run doctor');
    await expect(line.locator('..')).toHaveText(
      'Guide files: Buyers get no file. Run npm run doctor for the next step.',
    );
    await answer(page, 'health', WELL);
    const asked = page.waitForResponse('**/api/health');
    await page.reload();
    await asked;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(line).toHaveCount(0);
  });
}
