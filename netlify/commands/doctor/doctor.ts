import { parseArgs, styleText } from 'node:util';
import type { Check } from '#contract/health.ts';
import { findSamples } from '../../../.config/content.ts';
import { checkOf, ok, warning, worst } from '../../admin/health/check.ts';
import { mailChecks } from '../../admin/health/mail-checks.ts';
import { PATIENCE_IN_MS, redisChecks } from '../../admin/health/redis-checks.ts';
import { settingsChecks } from '../../admin/health/settings.ts';
import { stageOf } from '../../admin/health/settings-table.ts';
import { stripeChecks } from '../../admin/health/stripe-checks.ts';
import { createRedisClient } from '../../clients/redis.ts';
import { createStripeClient } from '../../clients/stripe.ts';
import { countOf } from '../../count-of.ts';
import { isLiveKey } from '../../env.ts';
import { ROOT, loadSettings } from '../../local/settings.ts';
import { probeOf } from './probe.ts';
import { buyingChecks, insideChecks } from './shop-checks.ts';
import { siteChecks } from './site-checks.ts';

/** `npm run doctor`, with `--json`: lists what is missing before and after a launch, and how to fix it. */
loadSettings();
const setting = (name: string): string => process.env[name]?.trim() ?? '';
const url = (name: string): URL | undefined =>
  URL.canParse(setting(name)) ? new URL(setting(name)) : undefined;
const siteUrl = url('PUBLIC_SITE_URL')?.origin;
const stage = stageOf(siteUrl);
const secretKey = setting('STRIPE_SECRET_KEY');
const stripe = secretKey ? createStripeClient({ secretKey, apiUrl: url('STRIPE_API_URL') }) : null;

const contentChecks = async (): Promise<readonly Check[]> => {
  const about = 'Samples';
  const samples = await findSamples(ROOT);
  if (samples.length === 0) return [checkOf(about, ok('None left in content/.'))];
  const next = 'Replace them with your own, and delete "sample: true".';
  return [checkOf(about, warning(`The pages mark them as samples: ${samples.join(', ')}.`, next))];
};

const databaseChecks = async (): Promise<readonly Check[]> => {
  const [address, token] = [url('UPSTASH_REDIS_REST_URL'), setting('UPSTASH_REDIS_REST_TOKEN')];
  if (!address || !token) return [];
  const options = { url: setting('UPSTASH_REDIS_REST_URL'), token, timeoutInMs: PATIENCE_IN_MS };
  return redisChecks(createRedisClient(options), { isBeside: false });
};

const shopChecks = async (site: string): Promise<readonly Check[]> => {
  const checks = await siteChecks(site, probeOf(site));
  if (checks[0]?.state === 'fault') return checks;
  return [
    ...checks,
    ...(await buyingChecks(probeOf(site), stripe, setting('STRIPE_WEBHOOK_SECRET'))),
  ];
};

type Group = readonly [title: string, checks: Promise<readonly Check[]> | readonly Check[]];

const groupsOfShop = (site: string): readonly Group[] => {
  const secret = setting('SIGNING_SECRET');
  return [
    [`The shop at ${site}`, shopChecks(site)],
    ['Inside that shop', secret ? insideChecks(probeOf(site), secret) : []],
  ];
};

/** All run at once, and print in this order. */
const groups: readonly Group[] = [
  ['Settings on this computer', settingsChecks(process.env, stage)],
  ['Content', contentChecks()],
  ['Stripe', stripe ? stripeChecks(stripe, isLiveKey(secretKey), siteUrl ?? '', stage) : []],
  ['Database', databaseChecks()],
  ['Email', mailChecks(setting('MAIL_API_KEY'), setting('MAIL_FROM'))],
  ...(siteUrl === undefined ? [] : groupsOfShop(siteUrl)),
];

type Color = Parameters<typeof styleText>[0];
const SIGNS: Readonly<Record<Check['state'], readonly [sign: string, color: Color]>> = {
  ok: ['✓', 'green'],
  warning: ['!', 'yellow'],
  fault: ['✗', 'red'],
};

const linesOf = ({ about, state, says, next, ms }: Check): string[] => {
  const [sign, color] = SIGNS[state];
  const took = ms === null ? '' : ` (${ms} ms)`;
  return [
    `  ${styleText(color, sign)} ${about}: ${says}${took}`,
    ...(next === null ? [] : [`    → ${next}`]),
  ];
};

const sumOf = (checks: readonly Check[]): string => {
  const faults = checks.filter(({ state }) => state === 'fault').length;
  const warnings = checks.filter(({ state }) => state === 'warning').length;
  if (faults + warnings === 0) return 'Everything is working.';
  const next = faults > 0 ? ' Fix the faults and run this again.' : '';
  return `${countOf(faults, 'fault')}, ${countOf(warnings, 'warning')}.${next}`;
};

const { json } = parseArgs({ options: { json: { type: 'boolean', default: false } } }).values;
const listed: { group: string; checks: readonly Check[] }[] = [];
for (const [group, checking] of groups) {
  const checks = await checking;
  listed.push({ group, checks });
  if (json || checks.length === 0) continue;
  console.log([`\n${styleText('bold', group)}`, ...checks.flatMap(linesOf)].join('\n'));
}
const all = listed.flatMap(({ checks }) => checks);
const status = worst(all);
console.log(json ? JSON.stringify({ status, groups: listed }, null, 2) : `\n${sumOf(all)}`);
process.exit(status === 'fault' ? 1 : 0);
