import { expect, test } from '@playwright/test';
import { BUNDLED, GUIDES, priceOf, productOf } from '../catalogue.ts';
import { byDepth } from '../depth.ts';
import { PHONE_IF_DEEP, PHONE_TOO } from './devices.ts';
import { CARD, collectDownloads, expectStoredBytes, goToCheckout, payByCard } from './parent.ts';
import { watchRefusals } from './refusals.ts';

const BOUGHT = [
  ...GUIDES.map(({ path: at, number, product }) => ({
    at,
    what: `Buy Guide ${number}`,
    button: `Buy Guide ${number} – ${priceOf(product)}`,
    amount: priceOf(product),
    files: [productOf(product).file_name],
  })),
  {
    at: '/',
    what: 'Get the Bundle',
    button: 'Get the Bundle',
    amount: priceOf('bundle'),
    files: BUNDLED,
  },
];

/** One guide stands for all of them. */
const KINDS = BOUGHT.filter(({ at }) => at === '/' || at === GUIDES[0]?.path);

/** What a page has that reports sales to an ad service. This shop has none. */
const ADS = /googletagmanager|dataLayer|ads-consent|ad service/;

for (const { at, what, button, amount, files } of byDepth(KINDS, BOUGHT)) {
  test(
    `a parent buys "${what}" and gets the files of the store`,
    files.length === 1 ? PHONE_TOO : PHONE_IF_DEEP,
    async ({ context, page }) => {
      const refused = await watchRefusals(context);
      const hosts = new Set<string>();
      context.on('request', (request) => hosts.add(new URL(request.url()).hostname));
      await page.goto(at);
      const checkout = await goToCheckout(page, page.getByRole('button', { name: button }).first());
      await expect(checkout.getByRole('button', { name: `Pay ${amount}` })).toBeVisible();
      await payByCard(checkout, CARD.pays);

      await expect(checkout.getByText('Order confirmed')).toBeVisible();
      const sessionId = new URL(checkout.url()).searchParams.get('session_id') ?? '';
      await expect(checkout.getByText(sessionId.slice(-8))).toBeVisible();
      await expect(checkout.getByText('An email with the link to your download')).toBeVisible();
      expect(await checkout.content()).not.toMatch(ADS);

      await checkout.getByRole('link', { name: 'Go to your download' }).click();
      const ready = at === '/' ? 'Your Guides are Ready!' : 'Your Guide is Ready!';
      await expect(checkout.getByRole('heading', { name: ready })).toBeVisible();
      const downloads = await collectDownloads(checkout, files.length, () =>
        checkout.getByRole('button', { name: /^Download Your Guides?$/ }).click(),
      );
      expect(downloads.map((download) => download.suggestedFilename())).toEqual(files);
      for (const download of downloads) await expectStoredBytes(checkout, download);
      const links = checkout.locator('[aria-labelledby="file-links"] a');
      await expect(links).toHaveText(
        files.map((file) => (file === BUNDLED[0] ? /^All three in one PDF/ : /, ages .*, PDF/)),
      );
      const link = checkout.getByRole('link', { name: files[0] ?? '' });
      const [plain] = await Promise.all([checkout.waitForEvent('download'), link.click()]);
      await expectStoredBytes(checkout, plain);
      expect(refused).toEqual([]);
      expect([...hosts]).toEqual([new URL(page.url()).hostname]);
    },
  );
}
