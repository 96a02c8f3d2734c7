import { type Page, expect, test } from '@playwright/test';
import { ROOT } from '../../netlify/local/settings.ts';
import type { GuideFiles, GuideFilesResponse } from '../../src/contract/guide-files.ts';
import { PRODUCTS } from '../catalogue.ts';
import { type StartedShop, startShop } from '../project.ts';
import { OWNER_PASSWORD } from './owner.ts';
import { E2E_PORT } from './site.ts';

/** Beside the shop of the other browser tests; each worker has three ports of its own. */
const PORT = E2E_PORT + 10 + 3 * Number(process.env['TEST_PARALLEL_INDEX'] ?? 0);
/** Where guides may be replaced without a test beside it, which compares downloads, seeing that. */
export const OWNER_SHOP = `http://localhost:${PORT}`;

type Cookies = Parameters<ReturnType<Page['context']>['addCookies']>[0];
/** Of the shop that was started last. */
let cookies: Cookies | undefined;

/** Starts it for the tests of a file. */
export const useOwnerShop = (): void => {
  let shop: StartedShop;
  test.use({ baseURL: OWNER_SHOP });
  test.describe.configure({ timeout: 180_000 });
  test.beforeAll(async () => {
    cookies = undefined;
    const more = { ADMIN_PASSWORD: OWNER_PASSWORD };
    shop = await startShop(ROOT, PORT, { script: 'tests/e2e/serve.ts', more });
  });
  test.afterAll(() => shop.stop());
};

/** Opens the guides page as the owner, who logs in once: a household that does so again and again has to wait. */
export const openAdmin = async (page: Page): Promise<void> => {
  if (cookies === undefined) {
    const data = { password: OWNER_PASSWORD };
    expect((await page.request.post('/api/admin/login', { data })).status()).toBe(200);
    cookies = await page.context().cookies();
  }
  await page.context().addCookies(cookies);
  await page.goto('/admin-upload');
  await expect(page.locator('[data-product]')).toHaveCount(PRODUCTS.length);
};

export const guideFilesOf = async (page: Page, id: string): Promise<GuideFiles> => {
  const guides = (await (await page.request.get('/api/admin/guides')).json()) as GuideFilesResponse;
  const product = guides.products.find((one) => one.id === id);
  if (!product) throw new Error(`no ${id} among the guides`);
  return product;
};
