import * as z from 'zod/mini';
import type { Check } from '#contract/health.ts';
import { callResend } from '../mail/resend.ts';
import { parseSenderAddress } from '../platform/sender-address.ts';
import { isLiveKey } from '../platform/context.ts';
import { now } from '../platform/clock.ts';
import { createRedisClient } from '../platform/redis.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { catalog } from '../shop/catalog.ts';
import { type StripeClient, createStripeClient } from '../stripe/client.ts';
import { checkService } from './check-service.ts';
import { fault, ok, warning } from './findings.ts';
import { UPSTASH } from './known-errors.ts';

/** Longer than a function waits, so that a slow service does not count as lost. */
const TIMEOUT_IN_MS = 5000;

const accountCheck = async ({ call }: StripeClient, secretKey: string): Promise<Check> => {
  const subject = 'Stripe account';
  const isLive = isLiveKey(secretKey);
  const account = await call((stripe) => stripe.accounts.retrieveCurrent());
  if (account.charges_enabled) {
    return ok(subject, `It accepts payments, in ${isLive ? 'live' : 'test'} mode.`);
  }
  const nextStep = 'Stripe lists what it still needs at https://dashboard.stripe.com/account.';
  return isLive
    ? fault(subject, 'It can’t accept payments yet.', nextStep)
    : warning(subject, 'It accepts test payments, but can’t accept real ones yet.', nextStep);
};

/** With automatic tax, Stripe opens no checkout until its settings are complete. */
const taxCheck = async ({ call }: StripeClient): Promise<Check> => {
  const { status } = await call((stripe) => stripe.tax.settings.retrieve());
  if (status === 'active') return ok('Stripe Tax', 'It’s set up.');
  const nextStep =
    'Complete it at https://dashboard.stripe.com/settings/tax, or delete "tax" in content/catalog.json.';
  return fault('Stripe Tax', 'It isn’t set up, so nobody can buy.', nextStep);
};

/** Stripe's API does not return this setting, so the latest checkout sessions are read instead. */
const managedPaymentsCheck = async ({ call }: StripeClient): Promise<Check> => {
  const subject = 'Managed payments';
  const { data } = await call((stripe) => stripe.checkout.sessions.list({ limit: 10 }));
  if (data.some((session) => session.managed_payments?.enabled)) {
    return ok(subject, 'Stripe sells for you, and takes care of the tax.');
  }
  const nextStep =
    'Accept its terms at https://dashboard.stripe.com/settings/managed-payments, and try a purchase. If no payment page opens, delete "managed_payments" in content/catalog.json.';
  return warning(subject, 'Stripe has opened no checkout of this kind lately.', nextStep);
};

/** Like the script that records an order, but leaves nothing behind. */
const TRIAL_WRITE = "redis.call('SET', KEYS[1], ARGV[1]) redis.call('DEL', KEYS[1])";

const databaseCheck = async (url: string, token: string): Promise<Check> => {
  const subject = 'Order database';
  const { redis } = createRedisClient({ url, token, timeoutInMs: TIMEOUT_IN_MS });
  await redis.eval(TRIAL_WRITE, ['health'], [String(now())]);
  // Upstash may not reveal its policy.
  const info = await redis.exec<string>(['INFO', 'memory']).catch(() => '');
  const policyMatch = /maxmemory_policy:(\S+)/.exec(info);
  const policy = policyMatch?.[1] ?? 'noeviction';
  if (policy === 'noeviction') return ok(subject, 'The shop can read and write.');
  const problem = `When it’s full, it deletes data (${policy}), and orders would be lost.`;
  return fault(subject, problem, `Turn eviction off: ${UPSTASH}, Configuration, Eviction.`);
};

const DOMAINS = 'https://resend.com/domains';

/** resend.com/docs/api-reference/domains/list-domains, and .../errors */
const domainsResponse = z.object({
  /** The error's name, if Resend refuses the call. */
  name: z.optional(z.string()),
  data: z.optional(z.array(z.object({ name: z.string(), status: z.string() }))),
});

const emailCheck = async (
  apiKey: string,
  sender: string,
  apiUrl: URL | undefined,
): Promise<Check> => {
  const signal = AbortSignal.timeout(TIMEOUT_IN_MS);
  const response = await callResend({ apiKey, apiUrl }, '/domains?limit=100', { signal });
  const body = await response.json().catch(() => ({}));
  const { name: errorName, data: domains } = domainsResponse.parse(body);
  const senderDomain = parseSenderAddress(sender)?.split('@')[1] ?? '';
  // The best key for a shop: Resend recognizes it, but it may only send.
  if (errorName === 'restricted_api_key') {
    const finding = `Resend accepts the key, which can only send. See ${DOMAINS} for whether ${senderDomain} is verified.`;
    return ok('Email', finding);
  }
  if ([400, 401, 403].includes(response.status)) {
    const nextStep = 'Create one at https://resend.com/api-keys, with "Sending access".';
    return fault('Email', 'Resend doesn’t recognize MAIL_API_KEY.', nextStep);
  }
  if (!domains) throw new Unavailable('mail', `status ${response.status}`);
  const domain = domains.find(({ name }) => name === senderDomain);
  const status = domain?.status ?? 'unknown there';
  if (status === 'verified') return ok('Email', `${senderDomain} is verified at Resend.`);
  const problem = `${senderDomain} isn’t verified at Resend (${status}), so it sends nothing from there.`;
  const nextStep = `Add it at ${DOMAINS} and set the DNS records shown there, or change MAIL_FROM.`;
  return fault('Email', problem, nextStep);
};

const NO_EMAIL = warning(
  'Email',
  'The shop sends no email: no receipts, and no links for parents who lost theirs. The pages don’t promise any.',
  'Set MAIL_API_KEY and MAIL_FROM. See .env.example.',
);

const IF_STRIPE_DOWN = 'Check https://status.stripe.com and try again.';
const IF_REDIS_DOWN = `Compare UPSTASH_REDIS_REST_URL with ${UPSTASH}. If the database is still there, check https://status.upstash.com.`;
const IF_MAIL_DOWN = 'Check https://resend-status.com and try again. Emails wait until then.';

export const serviceChecks = async (
  settings: Readonly<Record<string, string | undefined>>,
): Promise<Check[]> => {
  const text = (name: string): string => settings[name]?.trim() ?? '';
  const url = (name: string): URL | undefined => URL.parse(text(name)) ?? undefined;
  const checks: Promise<Check[]>[] = [];
  const secretKey = text('STRIPE_SECRET_KEY');
  if (secretKey) {
    const stripe = createStripeClient({ secretKey, apiUrl: url('STRIPE_API_URL') });
    const addStripeCheck = (subject: string, check: () => Promise<Check>): void => {
      checks.push(checkService(subject, IF_STRIPE_DOWN, check));
    };
    addStripeCheck('Stripe account', () => accountCheck(stripe, secretKey));
    if (catalog.checkout?.tax) addStripeCheck('Stripe Tax', () => taxCheck(stripe));
    if (catalog.checkout?.managed_payments) {
      addStripeCheck('Managed payments', () => managedPaymentsCheck(stripe));
    }
  }
  const redisUrl = url('UPSTASH_REDIS_REST_URL');
  const token = text('UPSTASH_REDIS_REST_TOKEN');
  if (redisUrl && token) {
    const check = () => databaseCheck(redisUrl.href, token);
    checks.push(checkService('Order database', IF_REDIS_DOWN, check));
  }
  const mailKey = text('MAIL_API_KEY');
  const sender = text('MAIL_FROM');
  if (mailKey && sender) {
    const check = () => emailCheck(mailKey, sender, url('MAIL_API_URL'));
    checks.push(checkService('Email', IF_MAIL_DOWN, check));
  } else {
    checks.push(Promise.resolve([NO_EMAIL]));
  }
  return (await Promise.all(checks)).flat();
};
