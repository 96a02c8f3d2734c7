import { parseArgs } from 'node:util';
import type { Check } from '#contract/health.ts';
import { findSamples } from '../../../.config/content.ts';
import { createRedisClient } from '../../clients/redis.ts';
import { createStripeClient } from '../../clients/stripe.ts';
import { isLiveKey } from '../../env.ts';
import { ROOT, loadSettings } from '../../local/settings.ts';
import { bounded, ok, warning, worst } from '../../admin/health/check.ts';
import { printGroup, printSum } from './print.ts';
import { mailChecks } from '../../admin/health/mail-checks.ts';
import { PATIENCE_IN_MS, redisChecks } from '../../admin/health/redis-checks.ts';
import { settingsChecks } from '../../admin/health/settings.ts';
import { placeOf } from '../../admin/health/settings-table.ts';
import { buyingCheck, insideChecks, webhookSecretCheck } from './shop-checks.ts';
import { siteChecks } from './site-checks.ts';
import { stripeChecks } from '../../admin/health/stripe-checks.ts';
import { createAsk } from './web.ts';

/** `npm run doctor`: what is missing before and after a launch, and what to do about it. */
type Groups = readonly (readonly [title: string, checks: Promise<readonly Check[]>])[];

loadSettings();
const setting = (name: string): string => process.env[name]?.trim() ?? '';
const given = setting('PUBLIC_SITE_URL');
const siteUrl = URL.canParse(given) ? new URL(given).origin : null;
const place = placeOf(given);
const key = setting('STRIPE_SECRET_KEY');
const standIn = setting('STRIPE_API_URL');

const stripe = key
  ? createStripeClient({
      secretKey: key,
      apiUrl: URL.canParse(standIn) ? new URL(standIn) : undefined,
    })
  : null;

const contentChecks = async (): Promise<readonly Check[]> => {
  const about = 'Samples';
  const samples = await findSamples(ROOT);
  if (samples.length === 0) return [ok(about, 'None is left in content/.')];
  const next = 'Put your own words in their place, and take out "sample: true".';
  return [warning(about, `The pages show them as such: ${samples.join(', ')}.`, next)];
};

const ofStripe = async (): Promise<readonly Check[]> => {
  if (!stripe) return [];
  return stripeChecks({ ask: stripe.ask, isLive: isLiveKey(key), siteUrl: siteUrl ?? '', place });
};

const ofRedis = async (): Promise<readonly Check[]> => {
  const [url, token] = [setting('UPSTASH_REDIS_REST_URL'), setting('UPSTASH_REDIS_REST_TOKEN')];
  if (!URL.canParse(url) || !token) return [];
  return redisChecks(createRedisClient({ url, token, timeoutInMs: PATIENCE_IN_MS }), {
    isBeside: false,
  });
};

const ofMail = async (): Promise<readonly Check[]> =>
  mailChecks({ apiKey: setting('MAIL_API_KEY'), from: setting('MAIL_FROM'), apiUrl: undefined });

/** What it does for its buyers, where it is there at all. */
const ofShop = async (site: string): Promise<readonly Check[]> => {
  const ask = createAsk(site);
  const checks = await siteChecks(site, ask);
  if (checks[0]?.state === 'fault') return checks;
  const next = 'Run this again; if it stays, look at the log of the function on Netlify.';
  const secret = setting('STRIPE_WEBHOOK_SECRET');
  const more = await Promise.all([
    bounded('Buying', next, async () => [await buyingCheck(ask, stripe)]),
    secret
      ? bounded('Webhook secret', next, async () => [await webhookSecretCheck(ask, secret)])
      : [],
  ]);
  return [...checks, ...more.flat()];
};

const ofInside = async (site: string): Promise<readonly Check[]> => {
  const secret = setting('SIGNING_SECRET');
  if (!secret) return [];
  const next = 'First let the shop be reached.';
  return bounded('Inside of the shop', next, () => insideChecks(site, createAsk(site), secret));
};

const groups: Groups = [
  ['Settings of this machine', Promise.resolve(settingsChecks(process.env, place))],
  ['Content', contentChecks()],
  ['Stripe', ofStripe()],
  ['Database', ofRedis()],
  ['Mail', ofMail()],
  ...(siteUrl === null
    ? []
    : [
        [`The shop at ${siteUrl}`, ofShop(siteUrl)] as const,
        ['What that shop says of itself', ofInside(siteUrl)] as const,
      ]),
];

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const found: Check[] = [];
const listed: { group: string; checks: readonly Check[] }[] = [];
for (const [group, checking] of groups) {
  const checks = await checking;
  if (!values.json) printGroup(group, checks);
  found.push(...checks);
  listed.push({ group, checks });
}
const status = worst(found);
if (values.json) console.log(JSON.stringify({ status, groups: listed }, null, 2));
else printSum(found);
process.exit(status === 'fault' ? 1 : 0);
