import { expect, test } from '@playwright/test';
import { scriptsRun } from './parent.ts';
import { watchRefusals } from './refusals.ts';

/** Attempts of injected text. Each one that works puts its name into the page's title. */
const ATTACKS = `
  <script>document.title += '(script)'</script>
  <img src="/none" alt="" onerror="document.title += '(handler)'">
  <iframe title="" srcdoc="<script>parent.document.title += '(frame)'</script>"></iframe>
  <script src="data:text/javascript,document.title+='(data)'"></script>
  <style>main { display: none !important }</style>
  <a id="link" href="javascript:void(document.title += '(link)')">Link</a>`;

/** The refusals of the attempts. The frame and the link count as scripts too. */
const REFUSED = [
  'script-src-attr inline',
  'script-src-elem data',
  'script-src-elem inline',
  'script-src-elem inline',
  'script-src-elem inline',
  'style-src-elem inline',
];

test('injected markup does nothing, no script turns text into markup, and no page is framed', async ({
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
  expect(await page.title()).not.toMatch(/\((script|handler|frame|data|link)\)/);
  await expect(page.getByRole('main')).toBeVisible();
  const markup = page.evaluate(() => void (document.body.innerHTML = '<p>Text</p>'));
  await expect(markup).rejects.toThrow('TrustedHTML');

  const body = '<iframe src="/guide-1"></iframe>';
  await page.route('**/framing', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('/framing');
  await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
});
