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

/** What becomes of each: that of the frame and that of the link count as scripts too. */
const REFUSED = [
  'script-src-attr inline',
  'script-src-attr inline',
  'script-src-elem data',
  'script-src-elem inline',
  'script-src-elem inline',
  'script-src-elem inline',
  'style-src-elem inline',
];

declare global {
  interface Window {
    ran?: string[];
  }
}

test('what slips into a page does nothing, and no script turns text into markup', async ({
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
  await scriptsRun(page);
  await page.locator('#link').dispatchEvent('click');
  const directives = () =>
    refused.flatMap((line) => /(?<=refused: )\S+ \w+/.exec(line) ?? []).toSorted();
  await expect.poll(directives).toEqual(REFUSED);
  expect(await page.evaluate(() => window.ran ?? [])).toEqual([]);
  await expect(page.getByRole('main')).toBeVisible();
  const markup = page.evaluate(() => void (document.body.innerHTML = '<p>Text</p>'));
  await expect(markup).rejects.toThrow('TrustedHTML');
});

test('no page can be framed', async ({ page }) => {
  const body = '<iframe src="/guide-1"></iframe>';
  await page.route('**/framing', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('/framing');
  await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
});
