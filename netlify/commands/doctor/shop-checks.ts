import type { CreatePaymentResponse } from '#contract/checkout.ts';
import type { ProductsResponse } from '#contract/downloads.ts';
import type { Check, HealthResponse } from '#contract/health.ts';
import { sealAccess } from '../../admin/health/access.ts';
import { type Finding, check, fault, ok, timed, warning } from '../../admin/health/check.ts';
import { type StripeClient, loadSdk } from '../../clients/stripe.ts';
import type { Probe } from './probe.ts';

const LOG = 'Check the log on Netlify of the function';

const postJson = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body,
});

/** A session moves no money by itself. It is expired at once, and otherwise ends within a day. */
const end = async (stripe: StripeClient | null, url: string): Promise<void> => {
  const [id] = /cs_(?:live|test)_\w+/.exec(url) ?? [];
  if (stripe && id) await stripe.ask((sdk) => sdk.checkout.sessions.expire(id)).catch(() => null);
};

/** Starts a checkout of the first product, as a parent would, and stops there. */
const buyingFinding = async (probe: Probe, stripe: StripeClient | null): Promise<Finding> => {
  const listed = await probe('/api/products');
  if (listed.status !== 200) {
    return fault(`The product list responds with ${listed.status}.`, `${LOG} "products".`);
  }
  const [product] = (JSON.parse(listed.text) as ProductsResponse).products;
  if (!product) {
    return fault('Nothing is for sale.', 'Set is_active in content/catalog.json and deploy.');
  }
  const body = JSON.stringify({ productType: product.product_type });
  const { status, text, ms } = await probe('/api/create-payment', postJson(body));
  if (status !== 200) {
    return {
      ...fault(`Starting a checkout fails with ${status}.`, `${LOG} "create-payment".`),
      ms,
    };
  }
  await end(stripe, (JSON.parse(text) as CreatePaymentResponse).url);
  return { ...ok('A checkout opens Stripe’s payment page.'), ms };
};

/** Whether the shop accepts an event signed with this secret. The event is of a type that it ignores. */
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
  if (status === 200) return ok('The shop accepts an event signed with it.');
  if (status !== 400) {
    return fault(`A signed event gets ${status}.`, `${LOG} "stripe-webhook".`);
  }
  const next =
    'Set the endpoint’s secret, from https://dashboard.stripe.com/webhooks, here and on Netlify, then deploy.';
  return fault('The shop’s STRIPE_WEBHOOK_SECRET differs from the one set here.', next);
};

/** Checks the shop as a buyer, and as Stripe where the webhook's secret is known here. */
export const buyingChecks = async (
  probe: Probe,
  stripe: StripeClient | null,
  secret: string,
): Promise<readonly Check[]> => {
  const next = 'Run this again. If it keeps failing, check the function’s log on Netlify.';
  const checks = [check('Buying', next, () => buyingFinding(probe, stripe))];
  if (secret) {
    checks.push(check('Webhook secret', next, () => timed(secretFinding(probe, secret))));
  }
  return (await Promise.all(checks)).flat();
};

/** The shop's own health report, which it gives to a caller with its secret. */
export const insideChecks = (probe: Probe, secret: string): Promise<readonly Check[]> =>
  check('Inside the shop', 'First make the shop reachable.', async () => {
    const token = await sealAccess(secret, Math.floor(Date.now() / 1000));
    const bearing = { headers: { authorization: `Bearer ${token}` } };
    const { status, text } = await probe('/api/health', bearing);
    if (status === 404) return fault('It’s an older version of the shop.', 'Deploy this one.');
    if (status !== 200) {
      const next = `${LOG} "health". It names every missing setting.`;
      return fault(`It responds with ${status}.`, next);
    }
    const answer = JSON.parse(text) as HealthResponse;
    if ('checks' in answer) return answer.checks;
    return warning(
      'The shop’s SIGNING_SECRET differs from the one set here, so it didn’t answer.',
      'Run this with that shop’s settings.',
    );
  });
