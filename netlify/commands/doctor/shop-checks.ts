import type { CreatePaymentResponse } from '#contract/checkout.ts';
import type { ProductsResponse } from '#contract/downloads.ts';
import type { Check, HealthResponse } from '#contract/health.ts';
import { sealAccess } from '../../admin/health/access.ts';
import { type Finding, check, fault, ok, timed, warning } from '../../admin/health/check.ts';
import { type StripeClient, loadSdk } from '../../clients/stripe.ts';
import type { Probe } from './probe.ts';

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
const buyingFinding = async (probe: Probe, stripe: StripeClient | null): Promise<Finding> => {
  const listed = await probe('/api/products');
  if (listed.status !== 200) {
    return fault(`The list of products answers ${listed.status}.`, `${LOG} "products".`);
  }
  const [product] = (JSON.parse(listed.text) as ProductsResponse).products;
  if (!product) {
    return fault('Nothing is on sale.', 'Set is_active in content/catalog.json, and deploy.');
  }
  const body = JSON.stringify({ productType: product.product_type });
  const { status, text, ms } = await probe('/api/create-payment', postJson(body));
  if (status !== 200) {
    return { ...fault(`A checkout is refused with ${status}.`, `${LOG} "create-payment".`), ms };
  }
  await end(stripe, (JSON.parse(text) as CreatePaymentResponse).url);
  return { ...ok('A checkout leads to Stripe’s payment page.'), ms };
};

/** Whether the shop takes what is signed with this secret: an event of a type that it ignores. */
const secretFinding = async (probe: Probe, secret: string): Promise<Finding> => {
  const { default: Sdk } = await loadSdk();
  const payload = JSON.stringify({
    id: 'evt_of_the_doctor',
    object: 'event',
    type: 'shop.ping',
    created: Math.floor(Date.now() / 1000),
    data: { object: {} },
  });
  const signature = await Sdk.webhooks.generateTestHeaderStringAsync({ payload, secret });
  const signed = postJson(payload, { 'stripe-signature': signature });
  const { status } = await probe('/api/stripe-webhook', signed);
  if (status === 200) return ok('The shop takes an event that is signed with it.');
  if (status !== 400) {
    return fault(`A signed event answers ${status}.`, `${LOG} "stripe-webhook".`);
  }
  const next =
    'Set the secret of the endpoint, from https://dashboard.stripe.com/webhooks, here and on Netlify, and deploy.';
  return fault('The shop has another STRIPE_WEBHOOK_SECRET than these settings.', next);
};

/** What the shop does for its buyers, and for Stripe where its secret is known here. */
export const buyingChecks = async (
  probe: Probe,
  stripe: StripeClient | null,
  secret: string,
): Promise<readonly Check[]> => {
  const next = 'Run this again; if it stays, look at the log of the function on Netlify.';
  const checks = [check('Buying', next, () => buyingFinding(probe, stripe))];
  if (secret) {
    checks.push(check('Webhook secret', next, () => timed(secretFinding(probe, secret))));
  }
  return (await Promise.all(checks)).flat();
};

/** What the shop says of itself to whoever has its secret. */
export const insideChecks = (
  siteUrl: string,
  probe: Probe,
  secret: string,
): Promise<readonly Check[]> =>
  check('Inside of the shop', 'First let the shop be reached.', async () => {
    const token = await sealAccess(secret, Math.floor(Date.now() / 1000));
    const bearing = { headers: { authorization: `Bearer ${token}` } };
    const { status, text } = await probe('/api/health', bearing);
    if (status === 404) return fault('It is an older version of the shop.', 'Deploy this one.');
    if (status !== 200) {
      const next = `${LOG} "health": it names every setting that is missing there.`;
      return fault(`It answers ${status}.`, next);
    }
    const answer = JSON.parse(text) as HealthResponse;
    if ('checks' in answer) return answer.checks;
    return warning(
      'The shop has another SIGNING_SECRET than these settings, so it told nothing.',
      `Run this with the settings of that shop, or log in at ${siteUrl}/admin-health.`,
    );
  });
