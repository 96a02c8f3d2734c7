import { type Locator, type Page, expect } from '@playwright/test';
import { GUIDES } from '../catalog.ts';

/** A guide with several pictures of its pages. */
const guide = GUIDES.find(({ inside = [] }) => inside.length > 1);
export const ILLUSTRATED = { path: guide?.path ?? '', captions: guide?.inside ?? [] };

export const dialogOf = (page: Page): Locator => page.getByRole('dialog');
export const pictureIn = (page: Page): Locator => dialogOf(page).locator('img');

export const linkOf = (page: Page, caption: string): Locator =>
  page.locator('.pages').getByRole('link', { name: caption });

/** Clicks the first picture of the guide's pages once the script for the pictures has started. */
export const clickFirst = async (page: Page): Promise<void> => {
  const link = page.locator('.pages a').first();
  await link.scrollIntoViewIfNeeded();
  await expect(page.locator('astro-island[component-export="PagePictures"]')).not.toHaveAttribute(
    'ssr',
  );
  await link.click();
};

/** Opens the dialog of the guide's first picture. */
export const openFirst = async (page: Page, { width = 375, height = 667 } = {}): Promise<void> => {
  await page.setViewportSize({ width, height });
  await page.goto(ILLUSTRATED.path);
  await clickFirst(page);
  await expect(dialogOf(page)).toBeVisible();
};

export const zoomButton = (page: Page): Locator => page.getByRole('button', { name: /^zoom/i });
