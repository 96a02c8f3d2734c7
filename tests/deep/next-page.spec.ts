import { type Page, expect, test } from '@playwright/test';
import { type Counted, openCounted } from '../e2e/counted.ts';
import { scriptsRun } from '../e2e/parent.ts';

let shop: Counted;
test.beforeAll(async ({ baseURL }) => {
  shop = await openCounted(String(baseURL));
});
test.afterAll(() => shop.close());
test.beforeEach(() => {
  shop.reached.length = 0;
});

const reachedAt = (path: string) => shop.reached.filter((one) => one.path === path);

const cardOf = (page: Page, guide: string) =>
  page
    .locator('#guides')
    .getByRole('link', { name: 'Buy Now' })
    .and(page.locator(`[href="${guide}"]`));

test('a hovered card fetches its page ahead, once', async ({ page }) => {
  await page.goto(shop.site);
  await cardOf(page, '/guide-2').hover();
  await expect.poll(() => reachedAt('/guide-2').length).toBe(1);
  expect(reachedAt('/guide-2')[0]).toMatchObject({ status: 200, purpose: 'prefetch' });
  await cardOf(page, '/guide-2').click();
  await page.waitForURL(/\/guide-2$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const delivered = await page.evaluate(() =>
    performance.getEntriesByType('navigation').map((entry) => Reflect.get(entry, 'deliveryType')),
  );
  expect(delivered).toEqual(['navigational-prefetch']);
  expect(reachedAt('/guide-2')).toHaveLength(1);
});

/** Every address that the browser would fetch ahead, were the pointer to rest on its link. */
const candidatesOn = async (page: Page, path: string): Promise<string[]> => {
  const session = await page.context().newCDPSession(page);
  const found = new Promise<string[]>((resolve) => {
    session.on('Preload.preloadingAttemptSourcesUpdated', ({ preloadingAttemptSources }) => {
      resolve(preloadingAttemptSources.map(({ key }) => `${key.action} ${key.url}`));
    });
  });
  await page.goto(shop.site + path);
  // Links that are not laid out yet are no candidates.
  await scriptsRun(page);
  await session.send('Preload.enable');
  const urls = await found;
  await session.detach();
  return urls;
};

test('only the public pages may be fetched ahead', async ({ page }) => {
  const allowed =
    /^Prefetch http:\/\/localhost:\d+\/(guide-\d+|lesson|about|faqs|find-purchase|privacy|refunds|terms)?(#\w+)?$/;
  for (const path of ['/', '/guide-1', '/about', '/faqs', '/terms']) {
    const urls = await candidatesOn(page, path);
    expect(urls.length, path).toBeGreaterThan(2);
    if (path === '/') expect(urls).toContain(`Prefetch ${shop.site}/guide-3`);
    for (const url of urls) expect(url, path).toMatch(allowed);
  }
});

test('no function is called by a pointer that rests on buttons and links', async ({ page }) => {
  for (const path of ['/', '/guide-1']) {
    await page.goto(shop.site + path, { waitUntil: 'networkidle' });
    for (const one of await page
      .locator('main')
      .locator('a, button')
      .filter({ visible: true })
      .all()) {
      await one.hover();
    }
    // What a pointer sets off comes within the time that a resting one needs.
    await page.getByRole('link', { name: 'FAQs' }).filter({ visible: true }).first().hover();
    await expect.poll(() => reachedAt('/faqs').length).toBeGreaterThan(0);
    expect(
      shop.reached.filter((one) => one.method !== 'GET' || one.path.startsWith('/api')),
    ).toEqual([]);
    shop.reached.length = 0;
  }
});
