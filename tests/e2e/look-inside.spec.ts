import { type Page, expect, test } from '@playwright/test';
import { GUIDES } from '../catalog.ts';
import { DEEP_ONLY } from './devices.ts';

/** A guide with several pictures. */
const GUIDE = GUIDES.find(({ inside = [] }) => inside.length > 1);
const CAPTIONS = GUIDE?.inside ?? [];
const [FIRST = '', SECOND = ''] = CAPTIONS;
const LAST = CAPTIONS.at(-1) ?? '';

const dialogOf = (page: Page) => page.getByRole('dialog');
const linkOf = (page: Page, caption: string) =>
  page.locator('.pages').getByRole('link', { name: caption });

/** At 375 px, with the first picture open. */
const openFirst = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto(GUIDE?.path ?? '');
  await linkOf(page, FIRST).scrollIntoViewIfNeeded();
  await expect(page.locator('astro-island[component-export="PagePictures"]')).not.toHaveAttribute(
    'ssr',
  );
  await linkOf(page, FIRST).click();
  await expect(dialogOf(page)).toBeVisible();
};

test.beforeEach(() => {
  test.skip(!GUIDE, 'no guide in content/ has two pictures of pages');
});

test('opens a page in a dialog, with its caption', async ({ page }) => {
  await openFirst(page);
  await expect(dialogOf(page).getByRole('heading', { name: FIRST })).toBeVisible();
  await expect(dialogOf(page).locator('img')).toBeVisible();
  await expect(page).toHaveURL(GUIDE?.path ?? '');
});

test('turns to the next page, and from the first back to the last', DEEP_ONLY, async ({ page }) => {
  await openFirst(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(dialogOf(page).getByRole('heading', { name: SECOND })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(dialogOf(page).getByRole('heading', { name: LAST })).toBeVisible();
  await expect(dialogOf(page).getByText(`${CAPTIONS.length} of ${CAPTIONS.length}`)).toBeVisible();
});

test('zooms to text of at least 12 px on a phone, which can be scrolled to its end', async ({
  page,
}) => {
  await openFirst(page);
  const picture = dialogOf(page).locator('img');
  await page.getByRole('button', { name: 'Zoom in' }).click();
  // A guide is printed on US Letter, 612 points wide, with text of 11 points or more.
  const widthOfPicture = (await picture.boundingBox())?.width ?? 0;
  expect((widthOfPicture / 612) * 11).toBeGreaterThanOrEqual(12);
  const view = dialogOf(page).locator('.view');
  await view.evaluate((element) => element.scrollTo(element.scrollWidth, element.scrollHeight));
  const box = await picture.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(375);
  await page.getByRole('button', { name: 'Zoom out' }).click();
  expect((await picture.boundingBox())?.width).toBeLessThanOrEqual(375);
});

for (const { how, close } of [
  { how: 'the Close button', close: (page: Page) => page.getByText('Close').click() },
  { how: 'the Escape key', close: (page: Page) => page.keyboard.press('Escape') },
]) {
  test(`closes by ${how}, and returns the focus`, DEEP_ONLY, async ({ page }) => {
    await openFirst(page);
    await close(page);
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(linkOf(page, FIRST)).toBeFocused();
  });
}

test('offers a link if a picture does not load', DEEP_ONLY, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto(GUIDE?.path ?? '');
  const link = linkOf(page, FIRST);
  const address = (await link.getAttribute('href')) ?? '';
  await page.route(`**${address}`, (route) => route.abort());
  await openFirst(page);
  await expect(page.getByText('This page didn’t load.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open it by itself' })).toHaveAttribute(
    'href',
    address,
  );
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a page is a link to its picture', async ({ page }) => {
    await page.goto(GUIDE?.path ?? '');
    const address = (await linkOf(page, FIRST).getAttribute('href')) ?? '';
    const response = await page.request.get(address);
    expect(response.headers()['content-type']).toMatch(/^image\//);
  });
});
