import { expect, test } from '@playwright/test';
import { BUNDLED, GUIDES, priceOf, productOf } from '../catalogue.ts';
import { byDepth } from '../depth.ts';
import {
  CARD,
  checkoutFrom,
  collectDownloads,
  expectStoredBytes,
  goToCheckout,
  payByCard,
} from './parent.ts';
import { PHONE_IF_DEEP, PHONE_TOO } from './devices.ts';
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

for (const { at, what, button, amount, files } of byDepth(KINDS, BOUGHT)) {
  test(
    `a parent buys "${what}" and gets the files of the store`,
    PHONE_TOO,
    async ({ context, page }) => {
      const refused = await watchRefusals(context);
      await page.goto(at);
      const checkout = await goToCheckout(page, page.getByRole('button', { name: button }).first());
      await expect(checkout.getByRole('button', { name: `Pay ${amount}` })).toBeVisible();
      await payByCard(checkout, CARD.pays);

      await checkout.waitForURL(/\/payment-success\?session_id=cs_test_/);
      const sessionId = new URL(checkout.url()).searchParams.get('session_id') ?? '';
      await expect(checkout.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
      await expect(checkout.getByText('Order confirmed')).toBeVisible();
      await expect(checkout.getByText(sessionId.slice(-8))).toBeVisible();

      await checkout.getByRole('link', { name: 'Go to your download' }).click();
      const ready = at === '/' ? 'Your Guides are Ready!' : 'Your Guide is Ready!';
      await expect(checkout.getByRole('heading', { name: ready })).toBeVisible();
      const downloads = await collectDownloads(checkout, files.length, () =>
        checkout.getByRole('button', { name: /^Download Your Guides?$/ }).click(),
      );
      expect(downloads.map((download) => download.suggestedFilename())).toEqual(files);
      for (const download of downloads) await expectStoredBytes(checkout, download);
      await expect(checkout.getByText('Download Started')).toBeVisible();
      await expect(
        checkout.getByText(`${files.length} file(s) downloaded successfully!`),
      ).toBeVisible();
      const link = checkout.getByRole('link', { name: files[0] ?? '' });
      const [plain] = await Promise.all([checkout.waitForEvent('download'), link.click()]);
      await expectStoredBytes(checkout, plain);
      expect(refused).toEqual([]);
    },
  );
}

test('a declined card charges nothing, and another card can be tried at once', async ({ page }) => {
  const checkout = await checkoutFrom(page, '/guide-1');
  await payByCard(checkout, CARD.declined);
  await expect(checkout.getByText('Your card was declined.')).toBeVisible();
  await payByCard(checkout, CARD.pays);
  await expect(checkout.getByText('Order confirmed')).toBeVisible();
});

test('a parent who cancels was not charged and gets home', PHONE_IF_DEEP, async ({ page }) => {
  const checkout = await checkoutFrom(page, '/guide-2');
  await checkout.getByText(/Cancel and return/).click();
  await checkout.waitForURL('**/payment-canceled');
  await expect(checkout.getByRole('heading', { name: 'Payment Canceled' })).toBeVisible();
  await expect(checkout.getByText(/charge/i).first()).toBeVisible();
  await expect(checkout.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
  await checkout.getByRole('link', { name: 'Try Again' }).click();
  await expect(checkout).toHaveURL(/:\d+\/$/);
});
