import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { metadataFor } from '../../netlify/stripe/metadata.ts';
import { productOf } from '../catalog.ts';
import { control, deliveryOf } from '../shop/buying.ts';
import { openMailShop } from '../shop/mail-shop.ts';

const guide = productOf('guide-1');

const shop = await openMailShop();

beforeEach(async () => {
  vi.stubEnv('SITE_ID', 'site-1');
  await shop.startAnew();
});
afterEach(() => void vi.unstubAllEnvs());

/** Delivers the event of a session that returns to another domain. */
const buyBeforeTheMove = async (metadata: Record<string, string>): Promise<string> => {
  const price = {
    currency: 'usd',
    unit_amount: guide.price_in_cents,
    product_data: { name: guide.name },
  };
  const { id: session } = await shop.stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ quantity: 1, price_data: price }],
    metadata,
    success_url: 'https://old.example/payment-success?session_id={CHECKOUT_SESSION_ID}',
  });
  await control(shop, 'pay', { session });
  await (
    await deliveryOf(shop, 'checkout.session.completed')
  )();
  await shop.runSchedule();
  return session;
};

test('sends the receipt of an order that was opened before the domain changed', async () => {
  const session = await buyBeforeTheMove(metadataFor(guide, 'usd'));
  const [receipt] = await shop.mailsAbout(session);
  expect(receipt?.text).toContain(`${shop.siteUrl}/guide-download?session_id=${session}`);
});

test('sends no receipt of an order that another site opened', async () => {
  const metadata = { ...metadataFor(guide, 'usd'), site: 'site-2/dev' };
  expect(await shop.mailsAbout(await buyBeforeTheMove(metadata))).toEqual([]);
});

test('sends no receipt of an order that another deploy context opened', async () => {
  const metadata = { ...metadataFor(guide, 'usd'), site: 'site-1/deploy-preview' };
  expect(await shop.mailsAbout(await buyBeforeTheMove(metadata))).toEqual([]);
});
