import type { Check } from '#contract/health.ts';
import { type StripeClient, loadSdk } from '../../clients/stripe.ts';
import { Unavailable } from '../../clients/unavailable.ts';
import { endpointsOf, webhookUrl, wrongWith } from './webhook-endpoint.ts';
import { bounded, fault, ok, warning } from './check.ts';
import type { Place } from './settings-table.ts';

const ACCOUNT = 'Stripe’s account';
const WEBHOOK = 'Stripe’s webhook';
const KEYS = 'https://dashboard.stripe.com/apikeys';
const IF_DOWN = 'Look at https://status.stripe.com, and try again.';
const MEND = 'npm run stripe:webhook';

type StripeOptions = {
  readonly ask: StripeClient['ask'];
  readonly isLive: boolean;
  /** The shop's origin. */
  readonly siteUrl: string;
  readonly place: Place;
};

/** What Stripe refuses, told by the name of its error; null for what else went wrong. */
const refused = (about: string, error: unknown): Check | null => {
  const reason = error instanceof Unavailable ? error.reason : '';
  if (reason.startsWith('StripeAuthentication')) {
    const next = `Copy the secret key again from ${KEYS}; a new one may have replaced it.`;
    return fault(about, 'Stripe does not know STRIPE_SECRET_KEY.', next);
  }
  if (!reason.startsWith('StripePermission')) return null;
  const next = `Let it read this at ${KEYS}, or look in Stripe’s dashboard yourself.`;
  return warning(about, 'The key is restricted, and may not read this.', next);
};

const orRefused =
  (about: string) =>
  (error: unknown): readonly Check[] => {
    const check = refused(about, error);
    if (check) return [check];
    throw error;
  };

const accountChecks = async ({ ask, isLive }: StripeOptions): Promise<readonly Check[]> => {
  const startedAt = performance.now();
  const account = await ask((stripe) => stripe.accounts.retrieveCurrent());
  const ms = Math.round(performance.now() - startedAt);
  const mode = isLive ? 'live' : 'test';
  if (account.charges_enabled) return [ok(ACCOUNT, `It takes payments, in ${mode} mode.`, { ms })];
  const next = 'Stripe says what it still wants to know at https://dashboard.stripe.com/account.';
  return isLive
    ? [fault(ACCOUNT, 'It may not take payments yet.', next, { ms })]
    : [warning(ACCOUNT, 'It takes test payments, and may not take real ones yet.', next, { ms })];
};

/** What keeps a key from the webhook endpoints, which `npm run setup` makes by it; none where it may see them. */
export const keyChecks = ({ ask }: StripeClient): Promise<readonly Check[]> =>
  bounded(WEBHOOK, IF_DOWN, () =>
    ask((stripe) => stripe.webhookEndpoints.list({ limit: 1 })).then(() => [], orRefused(WEBHOOK)),
  );

const webhookChecks = async ({ ask, siteUrl }: StripeOptions): Promise<readonly Check[]> => {
  const { default: Sdk } = await loadSdk();
  const { data } = await ask((stripe) => stripe.webhookEndpoints.list({ limit: 100 }));
  const { current, surplus } = endpointsOf(data, siteUrl, Sdk.API_VERSION);
  const wrong = current ? wrongWith(current, Sdk.API_VERSION) : [];
  if (!current) {
    const says =
      surplus.length > 0
        ? 'Its endpoint has an older version of the API, which cannot be changed.'
        : `No endpoint of this account and mode is for ${webhookUrl(siteUrl)}.`;
    return [fault(WEBHOOK, says, `${MEND} makes it.`)];
  }
  return [
    wrong.length === 0
      ? ok(WEBHOOK, 'Its endpoint is told of all events that the shop handles.')
      : fault(WEBHOOK, `Of its endpoint: ${wrong.join('; ')}.`, `${MEND} mends it.`),
    ...surplus.map(({ id }) =>
      warning(WEBHOOK, `${id} is another endpoint for this shop.`, `${MEND} disables it.`),
    ),
  ];
};

/** Whether Stripe knows the key, and lets the shop take money and hear of it. */
export const stripeChecks = async (options: StripeOptions): Promise<readonly Check[]> => {
  const account = bounded(ACCOUNT, IF_DOWN, () => accountChecks(options).catch(orRefused(ACCOUNT)));
  // Others live without: the local shop is called by the stand-in, or by `stripe listen`; a preview by nobody.
  if (options.place !== 'live') return account;
  const webhook = bounded(WEBHOOK, IF_DOWN, () => webhookChecks(options).catch(orRefused(WEBHOOK)));
  return [...(await account), ...(await webhook)];
};
