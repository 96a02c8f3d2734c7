import type { Check } from '#contract/health.ts';
import { parseSenderAddress } from '../platform/sender-address.ts';
import { isLiveKey } from '../platform/context.ts';
import { now } from '../platform/clock.ts';
import { createRedisClient } from '../platform/redis.ts';
import { catalog } from '../shop/catalog.ts';
import { type StripeClient, createStripeClient } from '../stripe/client.ts';
import { checkService } from './check-service.ts';
import { dmarcCheck, resendChecks } from './email-checks.ts';
import { fault, ok, warning } from './findings.ts';
import { UPSTASH, settingsLink, upstashLink } from './vendor-pages.ts';

/** Longer than the timeout in functions, so that a slow database is not reported as down. */
const TIMEOUT_IN_MS = 5000;

const accountCheck = async ({ call }: StripeClient, secretKey: string): Promise<Check> => {
  const subject = 'Stripe account';
  const isLive = isLiveKey(secretKey);
  const account = await call((stripe) => stripe.accounts.retrieveCurrent());
  if (account.charges_enabled) {
    return ok(subject, `It accepts payments in ${isLive ? 'live' : 'test'} mode.`);
  }
  const nextStep = 'Stripe lists what it still needs at https://dashboard.stripe.com/account.';
  const link = { text: 'Finish your Stripe account', href: 'https://dashboard.stripe.com/account' };
  return isLive
    ? fault(subject, 'It can’t accept payments yet.', nextStep, link)
    : warning(subject, 'It accepts test payments, but can’t accept real ones yet.', nextStep, link);
};

/** With automatic tax, Stripe creates no checkout session until its tax settings are complete. */
const taxCheck = async ({ call }: StripeClient): Promise<Check> => {
  const { status } = await call((stripe) => stripe.tax.settings.retrieve());
  if (status === 'active') return ok('Stripe Tax', 'It’s set up.');
  const nextStep =
    'Complete it at https://dashboard.stripe.com/settings/tax, or delete "tax" in content/catalog.json.';
  const link = { text: 'Set up Stripe Tax', href: 'https://dashboard.stripe.com/settings/tax' };
  return fault('Stripe Tax', 'It isn’t set up, so nobody can buy.', nextStep, link);
};

/** Stripe's API does not return this setting, so the latest checkout sessions are read instead. */
const managedPaymentsCheck = async ({ call }: StripeClient): Promise<Check> => {
  const subject = 'Managed payments';
  const { data } = await call((stripe) => stripe.checkout.sessions.list({ limit: 10 }));
  if (data.some((session) => session.managed_payments?.enabled)) {
    return ok(subject, 'Stripe sells for you and takes care of the tax.');
  }
  const nextStep =
    'Accept its terms at https://dashboard.stripe.com/settings/managed-payments, and try a purchase. If no payment page opens, delete "managed_payments" in content/catalog.json.';
  const link = {
    text: 'Accept Stripe’s terms for managed payments',
    href: 'https://dashboard.stripe.com/settings/managed-payments',
  };
  return warning(subject, 'None of the latest checkouts used managed payments.', nextStep, link);
};

/** Writes in a Lua script, as recording an order does, but leaves no data behind. */
const TRIAL_WRITE = "redis.call('SET', KEYS[1], ARGV[1]) return redis.call('DEL', KEYS[1])";

const databaseCheck = async (url: string, token: string): Promise<Check> => {
  const subject = 'Order database';
  const { redis } = createRedisClient({ url, token, timeoutInMs: TIMEOUT_IN_MS });
  await redis.eval(TRIAL_WRITE, ['health'], [String(now())]);
  // This command reports the eviction policy, but Upstash may reject it.
  const info = await redis.exec<string>(['INFO', 'memory']).catch(() => '');
  const policyMatch = /maxmemory_policy:(\S+)/.exec(info);
  const policy = policyMatch?.[1] ?? 'noeviction';
  if (policy === 'noeviction') return ok(subject, 'The shop can read and write.');
  const problem = `When the database is full, it deletes data (${policy}), including orders.`;
  const nextStep = `Turn off eviction at ${UPSTASH}, under Configuration.`;
  return fault(subject, problem, nextStep, upstashLink('Turn off eviction in Upstash'));
};

const noEmail = (): Check =>
  warning(
    'Email',
    'The shop sends no email: no receipts, and no links for parents who lost theirs. The pages don’t promise any.',
    'Set MAIL_API_KEY and MAIL_FROM. See .env.example.',
    settingsLink('MAIL_API_KEY', 'MAIL_FROM'),
  );

const IF_STRIPE_DOWN = {
  nextStep: 'Check https://status.stripe.com and try again.',
  link: { text: 'See whether Stripe is down', href: 'https://status.stripe.com' },
};
const IF_REDIS_DOWN = {
  nextStep: `Check that UPSTASH_REDIS_REST_URL matches your database at ${UPSTASH}. If it does, check https://status.upstash.com.`,
  link: upstashLink('Check the database in Upstash'),
};
const IF_MAIL_DOWN = {
  nextStep: 'Check https://resend-status.com and try again. Emails wait until Resend is back.',
  link: { text: 'See whether Resend is down', href: 'https://resend-status.com' },
};

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
    const domain = parseSenderAddress(sender)?.split('@')[1] ?? '';
    const apiUrl = url('MAIL_API_URL');
    const check = () => resendChecks({ apiKey: mailKey, apiUrl }, domain);
    checks.push(checkService('Email', IF_MAIL_DOWN, check));
    // The stand-in's emails never leave this computer.
    if (domain !== '' && !apiUrl) checks.push(dmarcCheck(domain).then((found) => [found]));
  } else {
    checks.push(Promise.resolve([noEmail()]));
  }
  return (await Promise.all(checks)).flat();
};
