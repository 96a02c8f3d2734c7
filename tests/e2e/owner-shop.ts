import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type APIRequestContext, type Page, expect } from '@playwright/test';
import type { GuideFiles, GuideFilesResponse } from '../../src/contract/guide-files.ts';
import { PRODUCTS } from '../catalogue.ts';
import { OWNER_PASSWORD } from './owner.ts';
import { E2E_PORT } from './site.ts';

/** Beside the shop of the other browser tests; each worker has three ports of its own. */
const PORT = E2E_PORT + 10 + 3 * Number(process.env['TEST_PARALLEL_INDEX'] ?? 0);
/** Where guides may be replaced without a test beside it, which compares downloads, seeing that. */
export const OWNER_SHOP = `http://localhost:${PORT}`;

type Cookies = Parameters<ReturnType<Page['context']>['addCookies']>[0];
/** Of the shop that was started last. */
let cookies: Cookies | undefined;

/** Starts it; the function that ends it. Throws with all it printed when it does not come up. */
export const startOwnerShop = async (): Promise<() => Promise<void>> => {
  cookies = undefined;
  const shop: ChildProcess = spawn(process.execPath, [path.join(import.meta.dirname, 'serve.ts')], {
    env: { ...process.env, PORT: String(PORT), ADMIN_PASSWORD: OWNER_PASSWORD },
  });
  const ended = once(shop, 'exit');
  let printed = '';
  const ready = new Promise<void>((resolve) => {
    const hear = (chunk: Buffer): void => {
      printed += chunk;
      if (printed.includes('ready on')) resolve();
    };
    shop.stdout?.on('data', hear);
    shop.stderr?.on('data', hear);
  });
  const failed = ended.then(() => Promise.reject(new Error(printed)));
  failed.catch(() => undefined);
  await Promise.race([ready, failed]);
  return async () => {
    shop.kill('SIGTERM');
    await ended;
  };
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

/** Buys the bundle without a browser; the session's id. */
export const buyBundle = async (request: APIRequestContext): Promise<string> => {
  const created = await request.post('/api/create-payment', { data: { productType: 'bundle' } });
  const { url } = (await created.json()) as { url: string };
  const card = { method: 'card', number: '4242424242424242', expiry: '12/34', cvc: '123' };
  const form = { email: 'parent@example.com', ...card };
  const paid = await request.post(url, { form, maxRedirects: 0 });
  const back = new URL(paid.headers()['location'] ?? '');
  const sessionId = back.searchParams.get('session_id') ?? '';
  const verified = await request.post('/api/verify-payment', { data: { sessionId } });
  expect(await verified.json()).toMatchObject({ status: 'paid' });
  return sessionId;
};

/** What a buyer gets who downloads now. */
export const download = async (
  request: APIRequestContext,
  sessionId: string,
  productId: string,
): Promise<Buffer> => {
  const access = await request.post('/api/secure-file-access', {
    data: { product_id: productId, session_id: sessionId },
  });
  const { files } = (await access.json()) as { files: { downloadUrl: string }[] };
  const file = await request.get(files[0]?.downloadUrl ?? '');
  return file.body();
};
