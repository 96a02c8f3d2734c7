import { type Page, expect, test } from '@playwright/test';
import { CONTENT_PAGES } from '../catalogue.ts';
import { scriptsRun } from '../e2e/parent.ts';

/** Every address that the browser would fetch ahead if the pointer rested on its link. */
const candidatesOn = async (page: Page, path: string): Promise<string[]> => {
  const session = await page.context().newCDPSession(page);
  const found = new Promise<string[]>((resolve) => {
    session.on('Preload.preloadingAttemptSourcesUpdated', ({ preloadingAttemptSources }) => {
      resolve(preloadingAttemptSources.map(({ key }) => `${key.action} ${key.url}`));
    });
  });
  await page.goto(path);
  // Links that are not laid out yet are no candidates.
  await scriptsRun(page);
  await session.send('Preload.enable');
  return found;
};

test('only public pages may be fetched ahead', async ({ page, baseURL }) => {
  const allowed = new Set(CONTENT_PAGES.map((at) => `Prefetch ${baseURL}${at}`));
  for (const path of ['/', '/guide-1', '/terms']) {
    const urls = await candidatesOn(page, path);
    expect(urls).toContain(`Prefetch ${baseURL}/${path === '/' ? 'guide-3' : 'about'}`);
    for (const url of urls) expect(allowed, path).toContain(url.replace(/#\w+$/, ''));
  }
});

/** The browser's entry for the font file, as JSON. */
const font = (page: Page): Promise<object> =>
  page.evaluate(() => {
    const entries = performance.getEntriesByType('resource');
    return entries.find(({ name }) => name.endsWith('.woff2'))?.toJSON() ?? {};
  });

test('the heading font is fetched once', async ({ page }) => {
  await page.goto('/about');
  await expect.poll(() => font(page)).not.toEqual({});
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQs' }).click();
  await page.waitForURL('/faqs');
  // From the browser's cache.
  await expect.poll(() => font(page)).toMatchObject({ transferSize: 0 });
});
