import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { metadataFor } from '../../netlify/stripe/metadata.ts';
import { productOf } from '../catalog.ts';
import { control, deliveryOf, openAtStripe } from '../shop/buying.ts';
import { openMailShop } from '../shop/mail-shop.ts';

const guide = productOf('guide-1');

const shop = await openMailShop();

beforeEach(async () => {
  vi.stubEnv('SITE_ID', 'site-1');
  await shop.startAnew();
});
afterEach(() => void vi.unstubAllEnvs());

/** Pays for a session that returns to another domain, and delivers its event. */
const buyBeforeTheMove = async (metadata: Record<string, string>): Promise<string> => {
  const session = await openAtStripe(shop, {
    name: guide.name,
    amount: guide.price_in_cents,
    successUrl: 'https://old.example/payment-success?session_id={CHECKOUT_SESSION_ID}',
    metadata,
  });
  await control(shop, 'pay', { session });
  const deliver = await deliveryOf(shop, 'checkout.session.completed');
  await deliver();
  await shop.runSchedule();
  return session;
};

test('sends the receipt for a checkout session that was opened before the domain changed', async () => {
  const session = await buyBeforeTheMove(metadataFor(guide, 'usd'));
  const [receipt] = await shop.mailsAbout(session);
  expect(receipt?.text).toContain(`${shop.siteUrl}/guide-download?session_id=${session}`);
});

test('sends no receipt for a checkout session that another site opened', async () => {
  const metadata = { ...metadataFor(guide, 'usd'), site: 'site-2/dev' };
  expect(await shop.mailsAbout(await buyBeforeTheMove(metadata))).toEqual([]);
});

test('sends no receipt for a checkout session that another deploy context opened', async () => {
  const metadata = { ...metadataFor(guide, 'usd'), site: 'site-1/deploy-preview' };
  expect(await shop.mailsAbout(await buyBeforeTheMove(metadata))).toEqual([]);
});
