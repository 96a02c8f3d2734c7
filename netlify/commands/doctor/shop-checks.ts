import type { Check, HealthResponse } from '#contract/health.ts';
import type { CreatePaymentResponse } from '#contract/checkout.ts';
import type { ProductsResponse } from '#contract/downloads.ts';
import type { StripeClient } from '../../clients/stripe.ts';
import { loadSdk } from '../../clients/stripe.ts';
import { sealAccess } from '../../admin/health/access.ts';
import { fault, ok, warning } from '../../admin/health/check.ts';
import type { Ask } from './web.ts';

const LOG = 'On Netlify, look at the log of the function';

const postJson = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body,
});

/** A session by itself moves no money, and is ended at once, or ends within a day. */
const end = async (stripe: StripeClient | null, url: string): Promise<void> => {
  const [id] = /cs_(?:live|test)_\w+/.exec(url) ?? [];
  if (stripe && id) await stripe.ask((sdk) => sdk.checkout.sessions.expire(id)).catch(() => null);
};

/** Begins to buy the first product, as a parent does, and goes no further. */
export const buyingCheck = async (ask: Ask, stripe: StripeClient | null): Promise<Check> => {
  const about = 'Buying';
  const listed = await ask('/api/products');
  if (listed.status !== 200) {
    return fault(about, `The list of products answers ${listed.status}.`, `${LOG} "products".`);
  }
  const { products } = JSON.parse(listed.text) as ProductsResponse;
  const [product] = products;
  if (!product) {
    return fault(
      about,
      'Nothing is on sale.',
      'Set is_active in content/catalog.json, and deploy.',
    );
  }
  const body = JSON.stringify({ productType: product.product_type });
  const { status, text, ms } = await ask('/api/create-payment', postJson(body));
  if (status !== 200) {
    return fault(about, `A checkout is refused with ${status}.`, `${LOG} "create-payment".`, {
      ms,
    });
  }
  const { url } = JSON.parse(text) as CreatePaymentResponse;
  await end(stripe, url);
  return ok(about, 'A checkout leads to Stripe’s payment page.', { ms });
};

/** Of a type that Stripe does not have and the shop ignores. */
const newPing = (): string =>
  JSON.stringify({
    id: 'evt_of_the_doctor',
    object: 'event',
    type: 'shop.ping',
    created: Math.floor(Date.now() / 1000),
    data: { object: {} },
  });

/** Whether the shop takes what is signed with this secret. */
export const webhookSecretCheck = async (ask: Ask, secret: string): Promise<Check> => {
  const about = 'Webhook secret';
  const { default: Sdk } = await loadSdk();
  const payload = newPing();
  const signature = await Sdk.webhooks.generateTestHeaderStringAsync({ payload, secret });
  const { status, ms } = await ask(
    '/api/stripe-webhook',
    postJson(payload, { 'stripe-signature': signature }),
  );
  if (status === 200) return ok(about, 'The shop takes an event that is signed with it.', { ms });
  if (status !== 400) {
    return fault(about, `A signed event answers ${status}.`, `${LOG} "stripe-webhook".`, { ms });
  }
  const next =
    'Set the secret of the endpoint, from https://dashboard.stripe.com/webhooks, here and on Netlify, and deploy.';
  return fault(about, 'The shop has another STRIPE_WEBHOOK_SECRET than these settings.', next, {
    ms,
  });
};

/** What the shop tells of itself to who has its secret. */
export const insideChecks = async (
  siteUrl: string,
  ask: Ask,
  secret: string,
): Promise<readonly Check[]> => {
  const about = 'Inside of the shop';
  const token = await sealAccess(secret, Math.floor(Date.now() / 1000));
  const { status, text } = await ask('/api/health', {
    headers: { authorization: `Bearer ${token}` },
  });
  if (status === 404) {
    return [fault(about, 'It is an older version of the shop.', 'Deploy this one.')];
  }
  if (status !== 200) {
    const next = `${LOG} "health": it names every setting that is missing there.`;
    return [fault(about, `It answers ${status}.`, next)];
  }
  const told = JSON.parse(text) as HealthResponse;
  if ('checks' in told) return told.checks;
  const says = 'The shop has another SIGNING_SECRET than these settings, so it told nothing.';
  const next = `Run this with the settings of that shop, or log in at ${siteUrl}/admin-health.`;
  return [warning(about, says, next)];
};
