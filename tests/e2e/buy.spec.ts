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
  watchViolations,
} from './parent.ts';
import { SITE_URL } from './site.ts';
import { control } from './stand-in.ts';

/** In `npm test`, only a guide is bought on a phone, and only the bundle on a computer. */
const PURCHASES = [
  {
    path: '/guide-1',
    name: 'a guide',
    product: 'guide-1',
    files: [fileNameOf('guide-1')],
    device: byDepth(PHONE_ONLY, PHONE_IF_DEEP),
  },
  { path: '/', name: 'the bundle', product: 'bundle', files: BUNDLED, device: PHONE_IF_DEEP },
];

for (const { path, name, product, files, device } of PURCHASES) {
  test(
    `sells ${name} and delivers its files without requests to other hosts`,
    device,
    async ({ context, page }) => {
      const violations = await watchViolations(context);
      const hosts = new Set<string>();
      context.on('request', (request) => hosts.add(new URL(request.url()).hostname));
      const checkout = await checkoutFrom(page, path);
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
      const unchanged = downloads.filter((download) => download.suggestedFilename() !== replaced);
      for (const download of unchanged) await expectStoredBytes(checkout, download);
      await expect(checkout.locator('[aria-labelledby="file-links"] a')).toHaveText(
        files.map((file) => (file === BUNDLED[0] ? /^All \w+ in one PDF/ : /, ages .*, PDF/)),
      );
      expect(violations).toEqual([]);
      expect([...hosts]).toEqual([new URL(page.url()).hostname]);
    },
  );
}

test('does not confirm a payment for an unknown session', async ({ page }) => {
  await page.goto('/payment-success?session_id=cs_test_nobody');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ORDERS.notSeen.heading);
});

test('offers no files until a slow bank payment settles', async ({ page }) => {
  const { product_type: productType } = productOf('guide-2');
  const { url } = await post(SITE_URL, '/api/create-payment', { productType });
  const session = sessionIn(url);
  await control('pay', { session, method: 'bank' });
  const heading = page.getByRole('heading', { level: 1 });
  const main = page.getByRole('main');
  for (const path of ['/payment-success', '/guide-download']) {
    await page.goto(`${path}?session_id=${session}`);
    await expect(heading).toHaveText(ORDERS.pending.heading);
    await expect(main).toContainText(`${ORDERS.pending.text} ${ORDERS.pending.withMail}`);
    await expect(main.getByRole('link', { name: /download/i })).toHaveCount(0);
    await expect(main.getByRole('link', { name: 'Check again' })).toBeVisible();
  }

  await control('settle', { session, outcome: 'succeeded' });
  await expect(heading).toHaveText('Your Guide is Ready!');
});
