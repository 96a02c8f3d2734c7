import { expect, test } from '@playwright/test';
import { post, sessionIn } from '../buyer.ts';
import { fileNameOf, BUNDLED, ORDERS, priceOf, productOf } from '../catalog.ts';
import { byDepth } from '../depth.ts';
import { REPLACED } from './admin-answers.ts';
import { PHONE_IF_DEEP, PHONE_ONLY } from './devices.ts';
import {
  checkoutFrom,
  collectDownloads,
  expectStoredBytes,
  payByCard,
  watchRefusals,
} from './parent.ts';
import { SITE_URL } from './site.ts';
import { control } from './stand-in.ts';

/** By day a guide on a phone, and the bundle on a computer. */
for (const [at, product, files, device] of [
  ['/guide-1', 'guide-1', [fileNameOf('guide-1')], byDepth(PHONE_ONLY, PHONE_IF_DEEP)],
  ['/', 'bundle', BUNDLED, PHONE_IF_DEEP],
] as const) {
  test(
    `a parent buys the product of ${at} and gets the store’s files, with requests to the shop’s host alone`,
    device,
    async ({ context, page }) => {
      const refused = await watchRefusals(context);
      const hosts = new Set<string>();
      context.on('request', (request) => hosts.add(new URL(request.url()).hostname));
      const checkout = await checkoutFrom(page, at);
      await expect(checkout.getByRole('button', { name: `Pay ${priceOf(product)}` })).toBeVisible();
      await payByCard(checkout, 'parent@example.com');

      await expect(checkout.getByText(ORDERS.paid.heading)).toBeVisible();
      const sessionId = new URL(checkout.url()).searchParams.get('session_id') ?? '';
      await expect(checkout.getByText(sessionId.slice(-8))).toBeVisible();
      await expect(checkout.getByText(ORDERS.paid.withMail ?? '-')).toBeVisible();
      expect(await checkout.content()).not.toMatch(/googletagmanager|dataLayer/);

      await checkout.getByRole('link', { name: 'Go to your download' }).click();
      const ready = /^Your Guides? (is|are) Ready!$/;
      await expect(checkout.getByRole('heading', { name: ready })).toBeFocused();
      const downloads = await collectDownloads(checkout, files.length, () =>
        checkout.getByRole('button', { name: /^Download Your Guides?$/ }).click(),
      );
      expect(downloads.map((download) => download.suggestedFilename())).toEqual(files);
      const replaced = fileNameOf(REPLACED);
      const kept = downloads.filter((download) => download.suggestedFilename() !== replaced);
      for (const download of kept) await expectStoredBytes(checkout, download);
      await expect(checkout.locator('[aria-labelledby="file-links"] a')).toHaveText(
        files.map((file) => (file === BUNDLED[0] ? /^All \w+ in one PDF/ : /, ages .*, PDF/)),
      );
      expect(refused).toEqual([]);
      expect([...hosts]).toEqual([new URL(page.url()).hostname]);
    },
  );
}

test('an unknown session is no success, and a slow bank is waited for on both pages, without a way to files', async ({
  page,
}) => {
  const { product_type: productType } = productOf('guide-2');
  const { url } = await post(SITE_URL, '/api/create-payment', { productType });
  const session = sessionIn(url);
  await control('pay', { session, method: 'bank' });
  const heading = page.getByRole('heading', { level: 1 });
  const main = page.getByRole('main');
  await page.goto('/payment-success?session_id=cs_test_nobody');
  await expect(heading).toHaveText(ORDERS.notSeen.heading);
  for (const at of ['/payment-success', '/guide-download']) {
    await page.goto(`${at}?session_id=${session}`);
    await expect(heading).toHaveText(ORDERS.pending.heading);
    await expect(main).toContainText(`${ORDERS.pending.text} ${ORDERS.pending.withMail}`);
    await expect(main.getByRole('link', { name: /download/i })).toHaveCount(0);
    await expect(main.getByRole('link', { name: 'Check again' })).toBeVisible();
  }
  await control('settle', { session, outcome: 'succeeded' });
  await expect(heading).toHaveText('Your Guide is Ready!');
});
