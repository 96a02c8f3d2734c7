import { type BrowserContext, expect, test } from '@playwright/test';
import { type Counted, openCounted } from '../e2e/counted.ts';

let shop: Counted;
test.beforeAll(async ({ baseURL }) => {
  shop = await openCounted(String(baseURL));
});
test.afterAll(() => shop.close());

/** Each visit in a tab of its own, since going to the address that is open means to reload it. */
const visit = async (context: BrowserContext, path: string): Promise<string[]> => {
  shop.reached.length = 0;
  const page = await context.newPage();
  await page.goto(shop.site + path, { waitUntil: 'networkidle' });
  await page.close();
  return shop.reached.map((one) => `${one.method} ${one.path} ${one.status}`);
};

for (const path of ['/', '/guide-1', '/about', '/faqs']) {
  test(`a second visit of ${path} reaches the server once, and is answered that nothing has changed`, async ({
    context,
  }) => {
    const first = await visit(context, path);
    expect(first).toContain(`GET ${path} 200`);
    expect(first.length).toBeGreaterThan(1);
    expect(await visit(context, path)).toEqual([`GET ${path} 304`]);
  });
}
