import { type BrowserContext, type Page, expect, test } from '@playwright/test';
import { type Served, serveOnLoopback } from '../../netlify/local/serve.ts';
import { scriptsRun } from '../e2e/parent.ts';

/** What reached the server; what a browser takes from its own caches does not. */
const reached: { method: string; path: string; status: number; purpose: string | null }[] = [];

/** Stands before the shop, and writes down everything. */
let counter: Served;
let site: string;
test.beforeAll(async ({ baseURL }) => {
  counter = await serveOnLoopback(async (request) => {
    const { pathname: path, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.set('accept-encoding', 'identity');
    headers.delete('connection');
    headers.delete('host');
    const { method } = request;
    const url = new URL(path + search, baseURL);
    const answer = await fetch(url, { method, headers, redirect: 'manual' });
    reached.push({ method, path, status: answer.status, purpose: headers.get('sec-purpose') });
    return answer;
  }, 0);
  site = counter.origin;
});
test.afterAll(() => counter.close());
test.beforeEach(() => void reached.splice(0));

/** Each visit in a tab of its own, since going to the address that is open means to reload it. */
const visit = async (context: BrowserContext, path: string): Promise<string[]> => {
  reached.length = 0;
  const page = await context.newPage();
  await page.goto(site + path, { waitUntil: 'networkidle' });
  await page.close();
  return reached.map((one) => `${one.method} ${one.path} ${one.status}`);
};

test('a second visit reaches the server once, which answers that nothing has changed', async ({
  context,
}) => {
  for (const path of ['/', '/guide-1', '/about', '/faqs']) {
    expect(await visit(context, path)).toContain(`GET ${path} 200`);
    expect(await visit(context, path)).toEqual([`GET ${path} 304`]);
  }
});

/** The first entry of a kind, as JSON. */
const entryOf = (page: Page, kind: string, name = ''): Promise<Record<string, unknown>> =>
  page.evaluate(
    ([wanted, end]) =>
      performance
        .getEntriesByType(String(wanted))
        .find((entry) => entry.name.endsWith(String(end)))
        ?.toJSON() ?? {},
    [kind, name],
  );

const ofGuide2 = () => reached.filter(({ path }) => path === '/guide-2');

test('a hovered card fetches its page ahead, once', async ({ page }) => {
  const card = page.locator('#guides a[href="/guide-2"]', { hasText: 'Buy Now' });
  await page.goto(site);
  await card.hover();
  await expect.poll(ofGuide2).toMatchObject([{ status: 200, purpose: 'prefetch' }]);
  await card.click();
  await page.waitForURL(/\/guide-2$/);
  expect(await entryOf(page, 'navigation')).toMatchObject({
    deliveryType: 'navigational-prefetch',
  });
  expect(ofGuide2()).toHaveLength(1);
});

/** Every address that the browser would fetch ahead if the pointer rested on its link. */
const candidatesOn = async (page: Page, path: string): Promise<string[]> => {
  const session = await page.context().newCDPSession(page);
  const found = new Promise<string[]>((resolve) => {
    session.on('Preload.preloadingAttemptSourcesUpdated', ({ preloadingAttemptSources }) => {
      resolve(preloadingAttemptSources.map(({ key }) => `${key.action} ${key.url}`));
    });
  });
  await page.goto(site + path);
  // Links that are not laid out yet are no candidates.
  await scriptsRun(page);
  await session.send('Preload.enable');
  return found;
};

test('only public pages may be fetched ahead', async ({ page }) => {
  const allowed =
    /^Prefetch http:\/\/localhost:\d+\/(guide-\d+|lesson|about|faqs|find-purchase|privacy|refunds|terms)?(#\w+)?$/;
  for (const path of ['/', '/guide-1', '/terms']) {
    const urls = await candidatesOn(page, path);
    expect(urls).toContain(`Prefetch ${site}/${path === '/' ? 'guide-3' : 'about'}`);
    for (const url of urls) expect(url, path).toMatch(allowed);
  }
});

test('the heading font is fetched once', async ({ page }) => {
  const font = () => entryOf(page, 'resource', '.woff2');
  await page.goto('/about');
  await expect.poll(font).not.toEqual({});
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQs' }).click();
  await page.waitForURL('/faqs');
  await expect.poll(font).toMatchObject({ transferSize: 0 }); // from the browser's cache
});
