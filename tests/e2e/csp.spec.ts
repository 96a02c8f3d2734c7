import { expect, test } from '@playwright/test';
import { scriptsRun } from './parent.ts';
import { watchRefusals } from './refusals.ts';

/** What someone who gets text into a page would try. Each that works writes its name into the window. */
const ATTACKS = `
  <script>window.ran = [...(window.ran ?? []), 'script']</script>
  <img src="/none" alt="" onerror="window.ran = [...(window.ran ?? []), 'handler']">
  <svg onload="window.ran = [...(window.ran ?? []), 'onload']"></svg>
  <iframe title="" srcdoc="<script>parent.ran = [...(parent.ran ?? []), 'frame']</script>"></iframe>
  <script src="data:text/javascript,window.ran=[...(window.ran??[]),'data']"></script>
  <style>main { display: none !important }</style>
  <a id="link" href="javascript:void(window.ran = [...(window.ran ?? []), 'link'])">Link</a>`;

declare global {
  interface Window {
    ran?: string[];
  }
}

test('scripts, handlers, links, frames and styles that slip into a page do nothing', async ({
  context,
  page,
}) => {
  const refused = await watchRefusals(context);
  await page.route('**/about', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace('</body>', `${ATTACKS}</body>`);
    await route.fulfill({ response, body: html });
  });
  await page.goto('/about');
  await page.locator('#link').dispatchEvent('click');
  await page.waitForTimeout(300);
  expect(await page.evaluate(() => window.ran ?? [])).toEqual([]);
  await expect(page.getByRole('main')).toBeVisible();
  for (const directive of ['script-src-elem', 'script-src-attr', 'style-src-elem']) {
    expect(refused.join('\n')).toContain(`refused: ${directive}`);
  }
});

test('no script of a page can turn text into markup or code', async ({ page }) => {
  await page.goto('/guide-1');
  await scriptsRun(page);
  const refusal = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<p>Text</p>';
      return 'none';
    } catch (error) {
      return String(error);
    }
  });
  expect(refusal).toContain('TrustedHTML');
});

test('no page can be framed', async ({ page }) => {
  const body = '<iframe src="/guide-1"></iframe>';
  await page.route('**/framing', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('/framing');
  await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
});
