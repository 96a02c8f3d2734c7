import { type Locator, expect, test } from '@playwright/test';
import { DEEP_ONLY } from './devices.ts';

const topOf = (place: Locator): Promise<number> =>
  place.evaluate((element) => element.getBoundingClientRect().top);

test('opens a question and scrolls to it when the URL or a link points to it', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 500 });
  const refunds = page.locator('details:has(#refunds)');
  // Delays the script and collapses the question, as in a browser that does not expand it
  // automatically.
  await page.route(/Accordion\..*\.js/, async (route) => {
    await page.waitForLoadState();
    await refunds.evaluate((question) => question.removeAttribute('open'));
    await route.continue();
  });
  const expectShown = async () => {
    await expect(refunds).toHaveAttribute('open');
    await expect(page.locator('details[open]')).toHaveCount(1);
    await expect.poll(() => topOf(refunds)).toBeLessThan(100);
    await expect(refunds.locator('summary')).toBeInViewport({ ratio: 1 });
  };
  await page.goto('/faqs#refunds');
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await expectShown();
  const first = page.locator('main details').first();
  await first.locator('summary').click();
  await first.getByRole('link', { name: 'Link to this question' }).click();
  await expect(page.locator(`details[open] ${new URL(page.url()).hash}`)).toBeVisible();
  await page.evaluate(() => (location.hash = 'refunds'));
  await expectShown();
});

for (const path of ['/faqs', '/guide-1']) {
  test(
    `does not move a tapped question on ${path} while the question above it closes`,
    DEEP_ONLY,
    async ({ page }) => {
      await page.setViewportSize({ width: 375, height: 667 });
      await page.goto(path);
      // Simulates an old phone, which renders few frames per second.
      const chromium = await page.context().newCDPSession(page);
      await chromium.send('Emulation.setCPUThrottlingRate', { rate: 30 });
      const list = page.locator('astro-island[component-export="Accordion"]').last();
      const questions = list.locator('summary');
      const first = questions.first();
      await first.scrollIntoViewIfNeeded();
      await expect(list).not.toHaveAttribute('ssr');
      await first.click();
      const second = questions.nth(1);
      // Any key press stops the scroll correction that the first tap started, as the reader's own
      // scrolling would.
      await page.keyboard.press('Shift');
      await second.evaluate((heading) => heading.scrollIntoView({ block: 'center' }));
      const before = await topOf(second);
      await second.dispatchEvent('click');
      await expect(page.locator('details[open]')).toHaveCount(1);
      await expect
        .poll(() => first.evaluate((one) => one.parentElement?.hasAttribute('open')))
        .toBe(false);
      // The page corrects its scroll position in the frame after the item above has closed.
      await expect.poll(async () => Math.abs((await topOf(second)) - before)).toBeLessThan(20);
    },
  );
}
