import { type Page, expect, test } from '@playwright/test';
import { CARD, collectDownloads, goToCheckout, payByCard, scriptsRun } from './parent.ts';
import { watchRefusals } from './refusals.ts';

test('nothing is refused from the buy button to the saved file', async ({ context, page }) => {
  const refused = await watchRefusals(context);
  await page.goto('/guide-1');
  const buy = page.getByRole('button', { name: /^Buy Guide 1/ }).first();
  const checkout = await goToCheckout(page, buy);
  await payByCard(checkout, CARD.pays);
  await checkout.getByRole('link', { name: 'Go to your download' }).click();
  const button = checkout.getByRole('button', { name: 'Download Your Guide' });
  await collectDownloads(checkout, 1, () => button.click());
  await expect(checkout.getByText('Download Started')).toBeVisible();
  expect(refused).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('nothing is refused either, and the plain page has its styles', async ({
    context,
    page,
  }) => {
    const refused = await watchRefusals(context);
    await page.goto('/guide-1');
    await page
      .getByRole('button', { name: /^Buy Guide 1/ })
      .first()
      .click();
    await payByCard(page, CARD.pays);
    await page.getByRole('button', { name: 'Show my files' }).click();
    await expect(page.getByRole('link', { name: /^Download / })).toHaveCSS('display', 'block');
    expect(refused).toEqual([]);
  });
});

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

const META = /<meta http-equiv="content-security-policy"[^>]*>/;

/** Serves a page with the attacks in it; `change` may do more to it. */
const attack = async (page: Page, change = (html: string): string => html): Promise<void> => {
  await page.route('**/about', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace('</body>', `${ATTACKS}</body>`);
    await route.fulfill({ response, body: change(html) });
  });
  await page.goto('/about');
  await page.locator('#link').dispatchEvent('click');
  await page.waitForTimeout(300);
};

const ran = (page: Page) => page.evaluate(() => window.ran?.toSorted() ?? []);

test('scripts, handlers, links, frames and styles that slip into a page do nothing', async ({
  context,
  page,
}) => {
  const refused = await watchRefusals(context);
  await attack(page);
  expect(await ran(page)).toEqual([]);
  await expect(page.getByRole('main')).toBeVisible();
  for (const directive of ['script-src-elem', 'script-src-attr', 'style-src-elem']) {
    expect(refused.join('\n')).toContain(`refused: ${directive}`);
  }
});

test('without the policy each of them would', async ({ page }) => {
  await attack(page, (html) => html.replace(META, ''));
  await expect
    .poll(() => ran(page))
    .toEqual(['data', 'frame', 'handler', 'link', 'onload', 'script']);
  await expect(page.getByRole('main')).toBeHidden();
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
