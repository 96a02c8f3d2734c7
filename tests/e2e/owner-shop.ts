import { type Page, expect, test } from '@playwright/test';
import { ROOT } from '../../netlify/local/settings.ts';
import { PRODUCTS } from '../catalogue.ts';
import { type StartedShop, startShop } from '../project.ts';
import { OWNER_PASSWORD, forgetLogin, logIn } from './owner.ts';
import { E2E_PORT } from './site.ts';

/** Beside the shop of the other browser tests; each worker has three ports of its own. */
const PORT = E2E_PORT + 10 + 3 * Number(process.env['TEST_PARALLEL_INDEX'] ?? 0);
/** Where guides may be replaced without a test beside it, which compares downloads, seeing that. */
export const OWNER_SHOP = `http://localhost:${PORT}`;

/** Starts it for the tests of a file. */
export const useOwnerShop = (): void => {
  let shop: StartedShop;
  test.use({ baseURL: OWNER_SHOP });
  test.beforeAll(async () => {
    forgetLogin();
    const more = { ADMIN_PASSWORD: OWNER_PASSWORD };
    shop = await startShop(ROOT, PORT, { script: 'tests/e2e/serve.ts', more });
  });
  test.afterAll(() => {
    forgetLogin();
    return shop.stop();
  });
};

/** Opens the guides page as the owner. */
export const openAdmin = async (page: Page): Promise<void> => {
  await logIn(page);
  await page.goto('/admin-upload');
  await expect(page.locator('[data-product]')).toHaveCount(PRODUCTS.length);
};
