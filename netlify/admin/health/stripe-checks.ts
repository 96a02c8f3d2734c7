import type Stripe from 'stripe';
import type { Check } from '#contract/health.ts';
import { catalogue } from '../../shop/catalogue.ts';
import { TAX_CODE } from '../../stripe/checkout.ts';
import { type StripeClient, loadSdk } from '../../stripe/client.ts';
import { Unavailable } from '../../platform/unavailable.ts';
import { EVENT_TYPES } from '../../orders/stripe-events.ts';
import { type Finding, check, fault, ok, timed, warning } from './check.ts';
import type { Stage } from './settings-table.ts';

const WEBHOOK = 'Stripe webhook';
const KEYS = 'https://dashboard.stripe.com/apikeys';
const IF_DOWN = 'Check https://status.stripe.com and try again.';
const MEND = 'npm run stripe:webhook';

/** The meaning of an error from Stripe. Null for an error that isn't about the key. */
const refused = (error: unknown): Finding | null => {
  const reason = error instanceof Unavailable ? error.reason : '';
  if (reason.startsWith('StripeAuthentication')) {
    const next = `Copy the secret key again from ${KEYS}. A new one may have replaced it.`;
    return fault('Stripe doesn’t recognize STRIPE_SECRET_KEY.', next);
  }
  if (!reason.startsWith('StripePermission')) return null;
  const next = `Give it read access at ${KEYS}, or check Stripe’s dashboard yourself.`;
  return warning('The key is restricted and can’t read this.', next);
};

const accountFinding = async ({ ask }: StripeClient, isLive: boolean): Promise<Finding> => {
  const account = await ask((stripe) => stripe.accounts.retrieveCurrent());
  if (account.charges_enabled)
    return ok(`It accepts payments, in ${isLive ? 'live' : 'test'} mode.`);
  const next = 'Stripe lists what it still needs at https://dashboard.stripe.com/account.';
  return isLive
    ? fault('It can’t accept payments yet.', next)
    : warning('It accepts test payments, but can’t accept real ones yet.', next);
};

export type Endpoint = Pick<
  Stripe.WebhookEndpoint,
  'id' | 'url' | 'status' | 'enabled_events' | 'api_version'
>;

/** The address to which Stripe sends the events of the shop with this origin. */
export const webhookUrl = (siteUrl: string): string => `${siteUrl}/api/stripe-webhook`;

/** What is wrong with an endpoint of the shop, each worded as the rest of a sentence. */
export const wrongWith = (endpoint: Endpoint, apiVersion: string): string[] => {
  const { status, enabled_events: sent, api_version: version } = endpoint;
  const known: readonly string[] = EVENT_TYPES;
  const missing = sent.includes('*') ? [] : known.filter((type) => !sent.includes(type));
  const needless = sent.filter((type) => !known.includes(type));
  return [
    status !== 'enabled' && 'it is disabled',
    missing.length > 0 && `it doesn’t get ${missing.join(', ')}`,
    needless.length > 0 && `it gets ${needless.join(', ')}, which the shop doesn’t use`,
    version !== apiVersion &&
      `its API version is ${version ?? 'the account’s default'}, not ${apiVersion}`,
  ].filter((words) => words !== false);
};

/**
 * The endpoint that serves the shop, and the others that get each of its events too. Those have secrets of their own, and
 * the shop knows only one. The first is null if none can be repaired, since an endpoint's API version can't be changed.
 */
export const findEndpoints = async (
  { ask }: StripeClient,
  siteUrl: string,
  apiVersion: string,
): Promise<{ current: Endpoint | null; surplus: Endpoint[] }> => {
  // Newest first. Stripe allows 16 endpoints.
  const { data } = await ask((stripe) => stripe.webhookEndpoints.list({ limit: 100 }));
  const ours = data.filter(({ url }) => url === webhookUrl(siteUrl));
  const enabled = ours.filter(({ status }) => status === 'enabled');
  const current = [...enabled, ...ours].find(({ api_version }) => api_version === apiVersion);
  return { current: current ?? null, surplus: enabled.filter((one) => one !== current) };
};

const webhookFindings = async (client: StripeClient, siteUrl: string): Promise<Finding[]> => {
  const { API_VERSION } = (await loadSdk()).default;
  const { current, surplus } = await findEndpoints(client, siteUrl, API_VERSION);
  if (!current) {
    const says =
      surplus.length > 0
        ? 'Its endpoint has an older API version, which can’t be changed.'
        : `This account has no endpoint in this mode for ${webhookUrl(siteUrl)}.`;
    return [fault(says, `${MEND} creates it.`)];
  }
  const wrong = wrongWith(current, API_VERSION).join('; ');
  return [
    wrong === ''
      ? ok('Its endpoint gets all the events that the shop handles.')
      : fault(`The endpoint is wrong: ${wrong}.`, `${MEND} fixes it.`),
    ...surplus.map(({ id }) =>
      warning(`${id} is another endpoint for this shop.`, `${MEND} disables it.`),
    ),
  ];
};

const COUPONS = 'https://dashboard.stripe.com/coupons';

const codesFinding = async ({ ask }: StripeClient): Promise<Finding> => {
  const { data } = await ask((stripe) => stripe.promotionCodes.list({ active: true, limit: 1 }));
  if (data.length > 0) return ok('Buyers can use the codes that are active in Stripe.');
  const next = `Make one at ${COUPONS}, or set promotion_codes in content/catalog.json to false.`;
  return warning('The checkout asks for a code, but Stripe has no active one.', next);
};

/** With automatic tax, Stripe opens no checkout until its settings are complete. */
const taxFinding = async ({ ask }: StripeClient): Promise<Finding> => {
  const { status } = await ask((stripe) => stripe.tax.settings.retrieve());
  if (status === 'active') return ok('Stripe Tax is set up.');
  const next =
    'Complete it at https://dashboard.stripe.com/settings/tax, or delete "tax" in content/catalog.json.';
  return fault('Stripe Tax isn’t set up, so nobody can buy.', next);
};

/** The smallest checkout that shows whether Stripe sells for the owner. */
const PRODUCT = { name: 'A test', tax_code: TAX_CODE };
const MANAGED: Stripe.Checkout.SessionCreateParams = {
  mode: 'payment',
  line_items: [
    { quantity: 1, price_data: { currency: 'usd', unit_amount: 100, product_data: PRODUCT } },
  ],
  success_url: 'https://example.com/',
  managed_payments: { enabled: true },
};

/** No call reads this setting, so a checkout is opened and ended at once. */
const managedFinding = async ({ ask }: StripeClient): Promise<Finding> => {
  const { id } = await ask((stripe) => stripe.checkout.sessions.create(MANAGED));
  await ask((stripe) => stripe.checkout.sessions.expire(id));
  return ok('Stripe sells for you, and takes care of the tax.');
};

const notManaged = (error: unknown): Finding | null => {
  const reason = error instanceof Unavailable ? error.reason : '';
  if (!reason.startsWith('StripeInvalidRequest')) return refused(error);
  const next =
    'Accept its terms at https://dashboard.stripe.com/settings/managed-payments, or delete "managed_payments" in content/catalog.json.';
  return fault('Stripe doesn’t sell for this account, so nobody can buy.', next);
};

/** Whether Stripe accepts the key, lets the shop take payments, and sends it events. */
export const stripeChecks = async (
  client: StripeClient,
  isLive: boolean,
  siteUrl: string,
  stage: Stage,
): Promise<readonly Check[]> => {
  const account = () => timed(accountFinding(client, isLive));
  const checks = [check('Stripe account', IF_DOWN, account, refused)];
  const options = catalogue.checkout ?? {};
  const { promotion_codes: takesCodes, tax, managed_payments: isManaged } = options;
  if (takesCodes) {
    checks.push(check('Promotion codes', IF_DOWN, () => timed(codesFinding(client)), refused));
  }
  if (tax) checks.push(check('Stripe Tax', IF_DOWN, () => timed(taxFinding(client)), refused));
  if (isManaged) {
    checks.push(
      check('Managed payments', IF_DOWN, () => timed(managedFinding(client)), notManaged),
    );
  }
  // Only a live shop needs one. The stand-in or `stripe listen` calls a local shop, and nothing calls a preview.
  if (stage === 'live') {
    checks.push(check(WEBHOOK, IF_DOWN, () => webhookFindings(client, siteUrl), refused));
  }
  return (await Promise.all(checks)).flat();
};
