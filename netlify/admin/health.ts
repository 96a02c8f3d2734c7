import * as z from 'zod/mini';
import type { Product } from '#contract/catalogue.ts';
import type { Check, HealthReport } from '#contract/health.ts';
import { findGuide } from '../guides/blobs-guides.ts';
import { callResend } from '../mail/resend.ts';
import { orderKeys } from '../orders/keys.ts';
import { readProgress } from '../orders/last-run.ts';
import { now } from '../platform/clock.ts';
import { addressIn, deployContext, getEnv, givenSettings, isLiveKey } from '../platform/env.ts';
import { ask, createRedisClient } from '../platform/redis.ts';
import { seal, unseal } from '../platform/seal.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { activeProducts, catalogue } from '../shop/catalogue.ts';
import { timeOf } from '../shop/words.ts';
import { type StripeClient, stripeClient } from '../stripe/client.ts';
import { type Stage, fault, ok, settingsChecks, warning } from './settings.ts';

const ACCESS_IN_SECONDS = 60;

/** A token that proves knowledge of the shop's secret. `at` is the shop's time, in Unix seconds. */
export const sealAccess = (secret: string, at: number): Promise<string> =>
  seal('health', { expiresAt: at + ACCESS_IN_SECONDS }, secret);

const proofSchema = z.object({ expiresAt: z.int() });

/** Whether a request has that token as its bearer token. */
export const hasAccess = async ({ headers }: Request): Promise<boolean> => {
  const [, sealed = ''] = /^Bearer ([\w-]+)$/.exec(headers.get('authorization') ?? '') ?? [];
  const proof = await unseal('health', proofSchema, sealed, getEnv().SIGNING_SECRET);
  return proof !== null && proof.expiresAt > now();
};

const CONSOLE = 'https://console.upstash.com';
const PLAN = `Choose a larger plan at ${CONSOLE}. Until then, buyers are served by asking Stripe.`;

type Refusal = {
  readonly form: RegExp;
  readonly says: string;
  readonly next: string;
  readonly isWarning?: true;
};

/** Refusals that a person can act on, by Stripe's type of error, or by Upstash's message. */
const REFUSALS: readonly Refusal[] = [
  {
    form: /^StripeAuthentication/,
    says: 'Stripe doesn’t recognize STRIPE_SECRET_KEY.',
    next: 'Copy the secret key again from https://dashboard.stripe.com/apikeys. A new one may have replaced it.',
  },
  {
    form: /^StripePermission/,
    says: 'The key is restricted and has no permission for this.',
    next: 'Give it permission at https://dashboard.stripe.com/apikeys, or look in Stripe’s dashboard.',
    isWarning: true,
  },
  { form: /max daily req/, says: 'Upstash’s daily limit of requests is reached.', next: PLAN },
  { form: /max requests/, says: 'Upstash’s monthly limit of requests is reached.', next: PLAN },
  {
    form: /NOPERM/,
    says: 'The token is read-only, so no order would be saved.',
    next: `Set UPSTASH_REDIS_REST_TOKEN to the token that isn’t read-only, from ${CONSOLE}.`,
  },
  {
    form: /WRONGPASS|unauthorized/i,
    says: 'The database doesn’t recognize UPSTASH_REDIS_REST_TOKEN.',
    next: `Copy the URL and the token of the same database again from ${CONSOLE}.`,
  },
];

/** The known refusal that an error's text stands for; undefined if there is none. */
export const refusalOf = (text: string): Refusal | undefined =>
  REFUSALS.find(({ form }) => form.test(text));

const reasonOf = (error: unknown): string => {
  if (error instanceof Unavailable) return error.reason;
  return error instanceof Error ? error.name : 'unknown';
};

/** Asks a service. If it fails, the result is a fault with `next` as its remedy, unless the error is known. */
export const check = async (
  about: string,
  next: string,
  look: () => Promise<Check | readonly Check[]>,
): Promise<Check[]> => {
  try {
    return [await look()].flat();
  } catch (error) {
    const reason = reasonOf(error);
    // A vendor's message quotes what was sent, so it is matched and never shown.
    const known = refusalOf(error instanceof Error ? `${reason} ${error.message}` : reason);
    if (known) return [(known.isWarning ? warning : fault)(about, known.says, known.next)];
    return [fault(about, `It doesn’t respond (${reason}).`, next)];
  }
};

export const worst = (checks: readonly Check[]): Check['state'] =>
  (['fault', 'warning'] as const).find((state) => checks.some((one) => one.state === state)) ??
  'ok';

const IF_STRIPE_DOWN = 'Check https://status.stripe.com and try again.';

const accountCheck = async (client: StripeClient, isLive: boolean): Promise<Check> => {
  const about = 'Stripe account';
  const { charges_enabled: accepts } = await client.ask((stripe) =>
    stripe.accounts.retrieveCurrent(),
  );
  if (accepts) return ok(about, `It accepts payments, in ${isLive ? 'live' : 'test'} mode.`);
  const next = 'Stripe lists what it still needs at https://dashboard.stripe.com/account.';
  return isLive
    ? fault(about, 'It can’t accept payments yet.', next)
    : warning(about, 'It accepts test payments, but can’t accept real ones yet.', next);
};

/** With automatic tax, Stripe opens no checkout until its settings are complete. */
const taxCheck = async (client: StripeClient): Promise<Check> => {
  const { status } = await client.ask((stripe) => stripe.tax.settings.retrieve());
  if (status === 'active') return ok('Stripe Tax', 'It’s set up.');
  const next =
    'Complete it at https://dashboard.stripe.com/settings/tax, or delete "tax" in content/catalog.json.';
  return fault('Stripe Tax', 'It isn’t set up, so nobody can buy.', next);
};

/** Whether Stripe accepts the key, and lets the shop take payments as content/catalog.json wants. */
export const stripeChecks = async (client: StripeClient, isLive: boolean): Promise<Check[]> => {
  const { tax } = catalogue.checkout ?? {};
  const checks = await Promise.all([
    check('Stripe account', IF_STRIPE_DOWN, () => accountCheck(client, isLive)),
    tax ? check('Stripe Tax', IF_STRIPE_DOWN, () => taxCheck(client)) : [],
  ]);
  return checks.flat();
};

/** Writes as an order does, in one atomic step, and leaves nothing behind. */
const TRY =
  "redis.call('SET', KEYS[1], ARGV[1]) local read = redis.call('GET', KEYS[1]) redis.call('DEL', KEYS[1]) return read";

/** Longer than a function waits, so that a slow database does not count as lost. */
const REDIS_TIMEOUT_IN_MS = 5000;

/** Whether the database takes orders and keeps them. */
export const redisChecks = (url: string, token: string): Promise<Check[]> => {
  const about = 'Order database';
  const ifDown = `Compare UPSTASH_REDIS_REST_URL with ${CONSOLE}. If the database is still there, check https://status.upstash.com.`;
  return check(about, ifDown, async () => {
    const { redis } = createRedisClient({ url, token, timeoutInMs: REDIS_TIMEOUT_IN_MS });
    const written = String(now());
    if ((await redis.eval(TRY, ['health'], [written])) !== written) {
      return fault(about, 'This isn’t an Upstash database.', ifDown);
    }
    // Upstash may not reveal its policy.
    const info = await redis.exec<string>(['INFO', 'memory']).catch(() => '');
    const policy = /maxmemory_policy:(\S+)/.exec(info)?.[1];
    if (policy === undefined || policy === 'noeviction') {
      const more = policy === undefined ? ' Check in its console that Eviction is off.' : '';
      return ok(about, `The shop can read and write.${more}`);
    }
    const says = `When it’s full, it deletes data (${policy}), and orders would be lost.`;
    return fault(about, says, `Turn eviction off: ${CONSOLE}, Configuration, Eviction.`);
  });
};

const DOMAINS = 'https://resend.com/domains';
const RESEND_TIMEOUT_IN_MS = 5000;

const answerSchema = z.object({
  name: z.optional(z.string()),
  data: z.optional(z.array(z.object({ name: z.string(), status: z.string() }))),
});

/** resend.com/docs/api-reference/domains/list-domains, and .../errors */
const askResend = async (apiKey: string, from: string, apiUrl?: URL): Promise<Check> => {
  const signal = AbortSignal.timeout(RESEND_TIMEOUT_IN_MS);
  const response = await callResend({ apiKey, apiUrl }, '/domains?limit=100', { signal });
  const body = answerSchema.safeParse(await response.json().catch(() => null)).data;
  const domain = addressIn(from)?.split('@')[1] ?? '';
  // The best key for a shop: Resend knows it, but it may only send.
  if (body?.name === 'restricted_api_key') {
    const says = `Resend accepts the key, which can only send. See ${DOMAINS} for whether ${domain} is verified.`;
    return ok('Email', says);
  }
  if (!response.ok) {
    const { status } = response;
    if (![400, 401, 403].includes(status)) throw new Unavailable('mail', `status ${status}`);
    const next = 'Create one at https://resend.com/api-keys, with "Sending access".';
    return fault('Email', 'Resend doesn’t recognize MAIL_API_KEY.', next);
  }
  if (!body?.data) throw new Unavailable('mail', 'an answer without domains');
  const status = body.data.find(({ name }) => name === domain)?.status ?? 'unknown there';
  if (status === 'verified') return ok('Email', `${domain} is verified at Resend.`);
  const says = `${domain} isn’t verified at Resend (${status}), so it sends nothing from there.`;
  const next = `Add it at ${DOMAINS} and set the DNS records shown there, or change MAIL_FROM.`;
  return fault('Email', says, next);
};

/** Whether the shop sends email, and Resend accepts it. `apiUrl` is the local inbox. */
export const mailChecks = async (apiKey = '', from = '', apiUrl?: URL): Promise<Check[]> => {
  const ifDown = 'Check https://resend-status.com and try again. Emails wait until then.';
  if (apiKey && from) return check('Email', ifDown, () => askResend(apiKey, from, apiUrl));
  const says =
    'The shop sends no email: no receipts, and no links for parents who lost theirs. The pages don’t promise any.';
  if (!apiKey && !from) {
    return [warning('Email', says, 'Set MAIL_API_KEY and MAIL_FROM. See .env.example.')];
  }
  return [
    fault(apiKey ? 'MAIL_FROM' : 'MAIL_API_KEY', `It’s missing. ${says}`, 'See .env.example.'),
  ];
};

/** Whether each product on sale has a file, and not just a sample. */
const guideChecks = async (): Promise<Check[]> => {
  const about = 'Guide files';
  const next = 'Upload a PDF at /admin-upload.';
  const look = async ({ name, file_name: fileName }: Product): Promise<Check[]> => {
    const file = await findGuide(fileName);
    if (!file) return [fault(about, `${name} has no file, so its buyers get nothing.`, next)];
    return file.sampleOf ? [warning(about, `Buyers of ${name} get a sample.`, next)] : [];
  };
  const found = (await Promise.all(activeProducts(catalogue).map(look))).flat();
  return found.length > 0 ? found : [ok(about, 'Every product for sale has one.')];
};

/** It runs every ten minutes. Three missing runs are more than a delay. */
const LATE_IN_SECONDS = 30 * 60;

const scheduleCheck = async (): Promise<Check> => {
  const about = 'Schedule';
  const { doneAt } = await readProgress();
  const log = 'Check the log of the scheduled function "jobs" on Netlify.';
  if (doneAt === null) {
    const next = `It starts ten minutes after the site is published. If it doesn’t: ${log}`;
    return warning(about, 'It hasn’t finished a run yet.', next);
  }
  const last = `The last run that finished began on ${timeOf(doneAt)}.`;
  if (now() - doneAt <= LATE_IN_SECONDS) return ok(about, last);
  return fault(about, `It should run every ten minutes, but it has stopped. ${last}`, log);
};

/** Stripe calls within seconds, and its clock may differ by some. */
const UNREPORTED_AFTER_SECONDS = 60;

const webhookCheck = async (): Promise<Check> => {
  const about = 'Webhook events';
  const [called, created, newest] = await Promise.all([
    ask<string | null>((pipeline) => pipeline.get(orderKeys.lastWebhook())),
    ask<string | null>((pipeline) => pipeline.get(orderKeys.storeCreated())),
    ask<string[]>((pipeline) =>
      pipeline.zrange(orderKeys.orders(), 0, 0, { rev: true, withScores: true }),
    ),
  ]);
  const soldAt = Number(newest[1] ?? 0);
  // Orders from before were restored, or read again from Stripe.
  if (soldAt > Math.max(Number(called), Number(created)) + UNREPORTED_AFTER_SECONDS) {
    const says = `Stripe didn’t report the newest order, of ${timeOf(soldAt)}. The shop found it another way.`;
    const next = 'https://dashboard.stripe.com/webhooks shows what happened to each event.';
    return warning(about, says, next);
  }
  if (called === null) return ok(about, 'None yet. The first one comes with a purchase.');
  return ok(about, `Stripe sent the last one on ${timeOf(Number(called))}.`);
};

const activityChecks = (): Promise<Check[]> => Promise.all([scheduleCheck(), webhookCheck()]);

const STAGES: Readonly<Record<string, Stage>> = { production: 'live', dev: 'local' };

/** Looks at the shop from inside, at everything at the same time. */
export const reportOf = async (): Promise<HealthReport> => {
  const env = getEnv();
  const stage = STAGES[deployContext()] ?? 'preview';
  const found = await Promise.all([
    settingsChecks(givenSettings(), stage),
    stripeChecks(stripeClient(), isLiveKey(env.STRIPE_SECRET_KEY)),
    redisChecks(env.UPSTASH_REDIS_REST_URL, env.UPSTASH_REDIS_REST_TOKEN),
    mailChecks(env.MAIL_API_KEY, env.MAIL_FROM, env.MAIL_API_URL),
    check('Guide files', 'Check https://www.netlifystatus.com and try again.', guideChecks),
    // Only the published deploy has a schedule and a webhook.
    stage === 'preview' ? [] : check('Activity', 'See "Order database".', activityChecks),
  ]);
  const checks = found.flat();
  return { status: worst(checks), checks };
};
