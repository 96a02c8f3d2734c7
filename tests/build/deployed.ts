import { GUIDES, PRODUCTS, type Product } from '../catalog.ts';

export const ORIGIN = 'https://money-smart.example';

/** Every server secret, each with a unique value that makes leaks easy to find. */
export const SECRETS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'UPSTASH_REDIS_REST_URL',
    'UPSTASH_REDIS_REST_TOKEN',
    'SIGNING_SECRET',
    'BUYER_SECRET',
    'ADMIN_PASSWORD',
    'MAIL_API_KEY',
  ].map((name) => [name, `https://leaked-${name.toLowerCase()}-${'7f3a'.repeat(8)}.example`]),
);

export const OFF_SALE = GUIDES.at(-1);
const onSale = PRODUCTS.filter(({ id, is_active }) => is_active && id !== OFF_SALE?.product);
const separately = onSale.filter(({ id }) => id !== 'bundle');
const bundleCents = separately.reduce((sum, { price_in_cents: cents }) => sum + cents, -100);

const offer = (product: Product): Product => {
  if (product.id === 'bundle') return { ...product, price_in_cents: bundleCents };
  return onSale.includes(product) ? product : { ...product, is_active: false, price_in_cents: 99 };
};

/** The products of the built shop. The last guide is not for sale and has the lowest price. */
export const OFFERED: readonly Product[] = PRODUCTS.map(offer);

/** What the owner adds to content/site.md before the launch. */
export const SELLER = {
  legalName: 'Maple Street Media LLC',
  postalAddress: '12 Elm St, Portland, OR 97201, USA',
  replyTime: 'We reply within two business days.',
};

/** What the owner adds to content/creator.md. */
export const LICENSE = 'https://license.example/planner';
