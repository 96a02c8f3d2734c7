import type * as z from 'zod/mini';
import type { Check } from '#contract/health.ts';
import { addressIn, envSchema, isLiveKey, isLoopback } from '../platform/env.ts';
import { fault, ok, warning } from './findings.ts';
import { isBrokenHash, isHash } from './password.ts';

/** The kind of shop that the settings are for. */
export type Stage = 'live' | 'preview' | 'local';

type Rule = readonly [isRight: (value: string, stage: Stage) => boolean, says: string];

/** How a setting is judged. */
type Setting = {
  readonly name: string;
  readonly isOptional?: true;
  /** Rules beyond those of `env.ts`. The first one broken is reported. */
  readonly rules?: readonly Rule[];
  /** A rule whose violation is only a warning. */
  readonly advice?: Rule;
  readonly cure: string;
};

const PREVIEW = /^[\w-]+--[\w-]+\.netlify\.app$/;

/** Judges by the shop's address. */
export const stageOf = (siteUrl = ''): Stage => {
  if (!URL.canParse(siteUrl) || isLoopback(new URL(siteUrl))) return 'local';
  return PREVIEW.test(new URL(siteUrl).hostname) ? 'preview' : 'live';
};

const form = (pattern: RegExp, says: string): Rule => [(value) => pattern.test(value), says];
const isHttps = (url: string): boolean => url.startsWith('https:');

const WHOLE = form(/^[\w+/=.-]+$/, 'It’s incomplete. Copy it with its copy button.');
const EMAIL: Rule = [(given) => addressIn(given) === given, 'It isn’t an email address.'];
const ONLY_HERE: Rule = [(_, stage) => stage === 'local', 'It leads to a stand-in.'];

const ON_THE_WEB: readonly Rule[] = [
  [
    (url, stage) => stage !== 'live' || stageOf(url) !== 'local',
    'It’s this computer, not the web.',
  ],
  [(url, stage) => stage === 'local' || isHttps(url), 'It isn’t https, so nobody stays logged in.'],
  [
    (url, stage) => stage !== 'live' || stageOf(url) === 'live',
    'It belongs to a deploy or preview.',
  ],
];

const SECRET_KEY: readonly Rule[] = [
  form(/^[sr]k_(live|test)_./, 'Secret keys start with sk_ or rk_.'),
  WHOLE,
  [
    (key, stage) => stage !== 'live' || isLiveKey(key),
    'It’s a test key in the live shop, so guides sell for no money.',
  ],
  [
    (key, stage) => stage === 'live' || !isLiveKey(key),
    'It’s a live key in a preview or on this computer, so anyone trying it out pays real money.',
  ],
];

/** In the order of `.env.example`. */
export const SETTINGS: readonly Setting[] = [
  {
    name: 'PUBLIC_SITE_URL',
    rules: ON_THE_WEB,
    cure: 'Set the shop’s own address, as in https://www.example.com.',
  },
  {
    name: 'PUBLIC_SUPPORT_EMAIL',
    isOptional: true,
    rules: [EMAIL],
    cure: 'Set an address, as in support@example.com, or remove it.',
  },
  {
    name: 'STRIPE_SECRET_KEY',
    rules: SECRET_KEY,
    cure: 'Copy the secret key from https://dashboard.stripe.com/apikeys: the live one (sk_live_...) for production alone, the test one (sk_test_...) for all else.',
  },
  {
    name: 'UPSTASH_REDIS_REST_URL',
    rules: [[(url) => isHttps(url) || stageOf(url) === 'local', 'REST URLs start with https://.']],
    cure: 'Copy the database’s REST URL from https://console.upstash.com.',
  },
  {
    name: 'UPSTASH_REDIS_REST_TOKEN',
    rules: [WHOLE],
    cure: 'Copy the database’s REST token, not the read-only one.',
  },
  { name: 'SIGNING_SECRET', cure: 'Generate one: openssl rand -hex 32.' },
  {
    name: 'ADMIN_PASSWORD',
    rules: [[(stored) => !isBrokenHash(stored), 'It’s an incomplete hash, so nobody can log in.']],
    advice: [
      (stored, stage) => stage === 'local' || isHash(stored),
      'It’s the password itself, so anyone who can read the settings can log in.',
    ],
    cure: 'npm run admin:password generates a password and the hash to set.',
  },
  {
    name: 'MAIL_API_KEY',
    isOptional: true,
    rules: [form(/^re_/, 'Resend’s keys start with re_.'), WHOLE],
    cure: 'Create one at https://resend.com/api-keys, with "Sending access".',
  },
  {
    name: 'MAIL_FROM',
    isOptional: true,
    cure: 'Set a name and an address at the domain you verified at Resend, as in Money-Smart Kids <hello@example.com>.',
  },
  {
    name: 'OWNER_EMAIL',
    isOptional: true,
    rules: [EMAIL],
    cure: 'Set the address where you want alerts, or remove it.',
  },
  {
    name: 'PUBLIC_ADS_CONVERSION',
    isOptional: true,
    rules: [form(/^AW-\d+\/[\w-]+$/, 'It must be an account, a slash and a label.')],
    cure: 'Set it as in AW-123456789/AbC-D_efG, or remove it.',
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    rules: [form(/^whsec_/, 'Webhook secrets start with whsec_.'), WHOLE],
    cure: 'npm run stripe:webhook creates the endpoint and prints its secret.',
  },
  ...['STRIPE_API_URL', 'MAIL_API_URL'].map((name) => ({
    name,
    isOptional: true as const,
    rules: [ONLY_HERE],
    cure: 'Remove it. It’s for the stand-ins on your own computer.',
  })),
];

const FORMS: Readonly<Record<string, z.ZodMiniType | undefined>> = envSchema.shape;

/** The fault of a value at that stage of the shop, judged by the value alone; null if there is none. */
const judge = (setting: Setting, value: string, stage: Stage): Check | null => {
  const { name, isOptional = false, rules = [], advice, cure } = setting;
  if (value === '') return isOptional ? null : fault(name, 'It’s missing.', cure);
  const next = `${cure} Set it on Netlify and in .env, then deploy.`;
  const refused = FORMS[name]?.safeParse(value).error?.issues[0]?.message;
  const broken = rules.find(([isRight]) => !isRight(value, stage))?.[1];
  const wrong = refused === undefined ? broken : `It ${refused}.`;
  if (wrong !== undefined) return fault(name, wrong, next);
  return advice && !advice[0](value, stage) ? warning(name, advice[1], next) : null;
};

/** Everything that is wrong with the settings, judged by their values alone. */
export const settingsChecks = (
  given: Readonly<Record<string, string | undefined>>,
  stage: Stage,
): Check[] => {
  const found = SETTINGS.flatMap(
    (setting) => judge(setting, given[setting.name]?.trim() ?? '', stage) ?? [],
  );
  return found.length > 0 ? found : [ok('Settings', 'All set correctly.')];
};
