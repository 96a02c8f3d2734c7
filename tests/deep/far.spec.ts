import { type Page, expect, test } from '@playwright/test';

test.use({ viewport: { width: 375, height: 800 } });

const lastHeading = (page: Page) => page.locator('main h2').last();

/** Whether the end of the page is laid out, which a browser may put off until it comes near. */
const isLaidOut = (page: Page): Promise<boolean> =>
  lastHeading(page).evaluate((heading) => heading.checkVisibility({ contentVisibilityAuto: true }));

const far = (page: Page) => page.locator('html').getAttribute('data-far');

/** Comes anew, from nowhere. */
const arrive = async (page: Page, at: string): Promise<void> => {
  await page.goto('about:blank');
  await page.goto(at);
};

test('what is far below waits for a sign of life', async ({ page }) => {
  for (const act of [
    () => page.mouse.wheel(0, 1),
    () => page.mouse.click(5, 400),
    () => page.keyboard.press('End'),
  ]) {
    await arrive(page, '/');
    await page.evaluate(() => document.fonts.ready);
    expect(await isLaidOut(page)).toBe(false);
    await act();
    await expect.poll(() => far(page)).toBeNull();
    expect(await isLaidOut(page)).toBe(true);
  }
  const left = () => page.evaluate(() => document.body.scrollHeight - innerHeight - scrollY);
  await expect.poll(left).toBeLessThan(1);
});

test('nothing waits where the browser goes to a place in the page', async ({ page }) => {
  await arrive(page, '/#bundle');
  expect(await far(page)).toBeNull();
  await expect(page.locator('#bundle')).toBeInViewport();

  const words = encodeURIComponent((await lastHeading(page).textContent())?.trim() ?? '');
  await arrive(page, `/#:~:text=${words}`);
  expect(await far(page)).toBeNull();
  await expect(lastHeading(page)).toBeInViewport();

  await arrive(page, '/');
  expect(await far(page)).toBe('');
  await page.reload();
  expect(await far(page)).toBeNull();
});

test('what nobody has come near is printed, and read to the blind', async ({ page }) => {
  await arrive(page, '/');
  const last = (await lastHeading(page).textContent())?.trim() ?? 'none';
  await expect(page.getByRole('heading', { name: last })).toHaveCount(1);
  const pages = async () => (await page.pdf()).toString('latin1').match(/\/Type \/Page\b/g)?.length;
  const printed = await pages();
  expect(await far(page)).toBe('');
  await page.keyboard.press('Shift');
  expect(await far(page)).toBeNull();
  expect(printed).toBeGreaterThan(1);
  expect(await pages()).toBe(printed);
});
