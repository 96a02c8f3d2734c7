import * as z from 'zod/mini';
import type { Check } from '#contract/health.ts';
import { callResend } from '../mail/resend.ts';
import { addressIn } from '../platform/sender-address.ts';
import { isLiveKey } from '../platform/context.ts';
import { now } from '../platform/clock.ts';
import { createRedisClient } from '../platform/redis.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { catalog } from '../shop/catalog.ts';
import { type StripeClient, createStripeClient } from '../stripe/client.ts';
import { UPSTASH, checkService, fault, ok, warning } from './findings.ts';

/** Longer than a function waits, so that a slow service does not count as lost. */
const TIMEOUT_IN_MS = 5000;

const account = async ({ ask }: StripeClient, secretKey: string): Promise<Check> => {
  const about = 'Stripe account';
  const isLive = isLiveKey(secretKey);
  const { charges_enabled: accepts } = await ask((stripe) => stripe.accounts.retrieveCurrent());
  if (accepts) return ok(about, `It accepts payments, in ${isLive ? 'live' : 'test'} mode.`);
  const next = 'Stripe lists what it still needs at https://dashboard.stripe.com/account.';
  return isLive
    ? fault(about, 'It can’t accept payments yet.', next)
    : warning(about, 'It accepts test payments, but can’t accept real ones yet.', next);
};

/** With automatic tax, Stripe opens no checkout until its settings are complete. */
const tax = async ({ ask }: StripeClient): Promise<Check> => {
  const { status } = await ask((stripe) => stripe.tax.settings.retrieve());
  if (status === 'active') return ok('Stripe Tax', 'It’s set up.');
  const next =
    'Complete it at https://dashboard.stripe.com/settings/tax, or delete "tax" in content/catalog.json.';
  return fault('Stripe Tax', 'It isn’t set up, so nobody can buy.', next);
};

/** No call reads this setting, so the last checkouts show whether Stripe accepts it. */
const managedPayments = async ({ ask }: StripeClient): Promise<Check> => {
  const about = 'Managed payments';
  const { data } = await ask((stripe) => stripe.checkout.sessions.list({ limit: 10 }));
  if (data.some(({ managed_payments: managed }) => managed?.enabled)) {
    return ok(about, 'Stripe sells for you, and takes care of the tax.');
  }
  const next =
    'Accept its terms at https://dashboard.stripe.com/settings/managed-payments, and try a purchase. If no payment page opens, delete "managed_payments" in content/catalog.json.';
  return warning(about, 'Stripe has opened no checkout of this kind lately.', next);
};

/** Writes as an order does, in one atomic step, and leaves nothing behind. */
const TRY = "redis.call('SET', KEYS[1], ARGV[1]) redis.call('DEL', KEYS[1])";

/** Whether the database takes orders and keeps them. */
const database = async (url: string, token: string): Promise<Check> => {
  const about = 'Order database';
  const { redis } = createRedisClient({ url, token, timeoutInMs: TIMEOUT_IN_MS });
  await redis.eval(TRY, ['health'], [String(now())]);
  // Upstash may not reveal its policy.
  const info = await redis.exec<string>(['INFO', 'memory']).catch(() => '');
  const [, policy = 'noeviction'] = /maxmemory_policy:(\S+)/.exec(info) ?? [];
  if (policy === 'noeviction') return ok(about, 'The shop can read and write.');
  const says = `When it’s full, it deletes data (${policy}), and orders would be lost.`;
  return fault(about, says, `Turn eviction off: ${UPSTASH}, Configuration, Eviction.`);
};

const DOMAINS = 'https://resend.com/domains';

/** resend.com/docs/api-reference/domains/list-domains, and .../errors */
const answerSchema = z.object({
  name: z.optional(z.string()),
  data: z.optional(z.array(z.object({ name: z.string(), status: z.string() }))),
});

const email = async (apiKey: string, from: string, apiUrl: URL | undefined): Promise<Check> => {
  const signal = AbortSignal.timeout(TIMEOUT_IN_MS);
  const response = await callResend({ apiKey, apiUrl }, '/domains?limit=100', { signal });
  const { status } = response;
  const { name, data } = answerSchema.parse(await response.json().catch(() => ({})));
  const domain = addressIn(from)?.split('@')[1] ?? '';
  // The best key for a shop: Resend knows it, but it may only send.
  if (name === 'restricted_api_key') {
    const says = `Resend accepts the key, which can only send. See ${DOMAINS} for whether ${domain} is verified.`;
    return ok('Email', says);
  }
  if ([400, 401, 403].includes(status)) {
    const next = 'Create one at https://resend.com/api-keys, with "Sending access".';
    return fault('Email', 'Resend doesn’t recognize MAIL_API_KEY.', next);
  }
  if (!data) throw new Unavailable('mail', `status ${status}`);
  const found = data.find((one) => one.name === domain)?.status ?? 'unknown there';
  if (found === 'verified') return ok('Email', `${domain} is verified at Resend.`);
  const says = `${domain} isn’t verified at Resend (${found}), so it sends nothing from there.`;
  const next = `Add it at ${DOMAINS} and set the DNS records shown there, or change MAIL_FROM.`;
  return fault('Email', says, next);
};

const NO_EMAIL = warning(
  'Email',
  'The shop sends no email: no receipts, and no links for parents who lost theirs. The pages don’t promise any.',
  'Set MAIL_API_KEY and MAIL_FROM. See .env.example.',
);

const IF_STRIPE_DOWN = 'Check https://status.stripe.com and try again.';
const IF_REDIS_DOWN = `Compare UPSTASH_REDIS_REST_URL with ${UPSTASH}. If the database is still there, check https://status.upstash.com.`;
const IF_MAIL_DOWN = 'Check https://resend-status.com and try again. Emails wait until then.';

/** Asks each service whether it accepts the settings. A service whose settings are missing is not asked. */
export const serviceChecks = async (
  settings: Readonly<Record<string, string | undefined>>,
): Promise<Check[]> => {
  const text = (name: string): string => settings[name]?.trim() ?? '';
  const url = (name: string): URL | undefined => URL.parse(text(name)) ?? undefined;
  const secretKey = text('STRIPE_SECRET_KEY');
  const stripe = createStripeClient({ secretKey, apiUrl: url('STRIPE_API_URL') });
  const redis = url('UPSTASH_REDIS_REST_URL');
  const token = text('UPSTASH_REDIS_REST_TOKEN');
  const [mailKey, from] = [text('MAIL_API_KEY'), text('MAIL_FROM')];
  const options = secretKey ? catalog.checkout : undefined;
  const found = await Promise.all([
    secretKey
      ? checkService('Stripe account', IF_STRIPE_DOWN, () => account(stripe, secretKey))
      : [],
    options?.tax ? checkService('Stripe Tax', IF_STRIPE_DOWN, () => tax(stripe)) : [],
    options?.managed_payments
      ? checkService('Managed payments', IF_STRIPE_DOWN, () => managedPayments(stripe))
      : [],
    redis && token
      ? checkService('Order database', IF_REDIS_DOWN, () => database(redis.href, token))
      : [],
    mailKey && from
      ? checkService('Email', IF_MAIL_DOWN, () => email(mailKey, from, url('MAIL_API_URL')))
      : [NO_EMAIL],
  ]);
  return found.flat();
};
