import { type Page, expect } from '@playwright/test';
import { PRODUCTS } from '../catalogue.ts';
import { logIn } from './owner.ts';
import { E2E_PORT } from './site.ts';

/** Beside the shop of the other browser tests; each worker has three ports of its own. */
export const OWNER_PORT = E2E_PORT + 10 + 3 * Number(process.env['TEST_PARALLEL_INDEX'] ?? 0);
/** Where guides may be replaced without a test beside it, which compares downloads, seeing that. */
export const OWNER_SHOP = `http://localhost:${OWNER_PORT}`;

/** Opens the guides page as the owner. */
export const openAdmin = async (page: Page): Promise<void> => {
  await logIn(page);
  await page.goto('/admin-upload');
  await expect(page.locator('[data-product]')).toHaveCount(PRODUCTS.length);
};
