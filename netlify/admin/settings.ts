import type * as z from 'zod/mini';
import type { Check } from '#contract/health.ts';
import { envSchema } from '../platform/env.ts';
import { parseSenderAddress } from '../platform/sender-address.ts';
import { isLiveKey } from '../platform/context.ts';
import { isLoopback } from '../platform/loopback.ts';
import { fault, ok, warning } from './findings.ts';
import { isBrokenHash, isHash } from './password.ts';

/** The kind of shop that the settings are for. */
export type Stage = 'live' | 'preview' | 'local';

const PREVIEW = /^[\w-]+--[\w-]+\.netlify\.app$/;

/** Judges by the shop's address. */
export const stageOf = (siteUrl = ''): Stage => {
  if (!URL.canParse(siteUrl) || isLoopback(new URL(siteUrl))) return 'local';
  return PREVIEW.test(new URL(siteUrl).hostname) ? 'preview' : 'live';
};

type Rule = readonly [isRight: (value: string, stage: Stage) => boolean, says: string];

const form = (pattern: RegExp, says: string): Rule => [(value) => pattern.test(value), says];
const inLive = (isRight: (value: string) => boolean, says: string): Rule => [
  (value, stage) => stage !== 'live' || isRight(value),
  says,
];
const isHttps = (url: string): boolean => url.startsWith('https:');

const WHOLE = form(/^[\w+/=.-]+$/, 'It’s incomplete. Copy it with its copy button.');
const EMAIL: Rule = [(given) => parseSenderAddress(given) === given, 'It isn’t an email address.'];
const ONLY_HERE: Rule = [(_, stage) => stage === 'local', 'It leads to a stand-in. Remove it.'];

/** The rules beyond those of `env.ts`. The first one broken is reported. */
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  PUBLIC_SITE_URL: [
    inLive((url) => stageOf(url) !== 'local', 'It’s this computer, not the web.'),
    [
      (url, stage) => stage === 'local' || isHttps(url),
      'It isn’t https, so nobody stays logged in.',
    ],
    inLive((url) => stageOf(url) === 'live', 'It belongs to a deploy or preview.'),
  ],
  PUBLIC_SUPPORT_EMAIL: [EMAIL],
  STRIPE_SECRET_KEY: [
    form(/^[sr]k_(live|test)_./, 'Secret keys start with sk_ or rk_.'),
    WHOLE,
    inLive(isLiveKey, 'It’s a test key in the live shop, so guides sell for no money.'),
    [
      (key, stage) => stage === 'live' || !isLiveKey(key),
      'It’s a live key in a preview or on this computer, so anyone trying it out pays real money.',
    ],
  ],
  STRIPE_WEBHOOK_SECRET: [form(/^whsec_/, 'Webhook secrets start with whsec_.'), WHOLE],
  UPSTASH_REDIS_REST_URL: [
    [(url) => isHttps(url) || stageOf(url) === 'local', 'REST URLs start with https://.'],
  ],
  UPSTASH_REDIS_REST_TOKEN: [WHOLE],
  ADMIN_PASSWORD: [
    [(stored) => !isBrokenHash(stored), 'It’s an incomplete hash, so nobody can log in.'],
  ],
  MAIL_API_KEY: [form(/^re_/, 'Resend’s keys start with re_.'), WHOLE],
  OWNER_EMAIL: [EMAIL],
  PUBLIC_ADS_CONVERSION: [form(/^AW-\d+\/[\w-]+$/, 'It must be an account, a slash and a label.')],
  STRIPE_API_URL: [ONLY_HERE],
  MAIL_API_URL: [ONLY_HERE],
};

const SCHEMAS: Readonly<Record<string, z.ZodMiniType>> = envSchema.shape;
const NAMES = Object.keys({ ...RULES, ...SCHEMAS });

/** Without ADMIN_PASSWORD the shop sells, but nobody can log in. */
const isNeeded = (name: string): boolean =>
  name === 'ADMIN_PASSWORD' || SCHEMAS[name]?.safeParse(undefined).success === false;

const NEXT = '.env.example says how to get it. Set it on Netlify and in .env, then deploy.';

/** The fault of a value at that stage of the shop, judged by the value alone; null if there is none. */
const judge = (name: string, value: string, stage: Stage): Check | null => {
  if (value === '') return isNeeded(name) ? fault(name, 'It’s missing.', NEXT) : null;
  const refused = SCHEMAS[name]?.safeParse(value).error?.issues[0]?.message;
  if (refused !== undefined) return fault(name, `It ${refused}.`, NEXT);
  const broken = RULES[name]?.find(([isRight]) => !isRight(value, stage));
  if (broken) return fault(name, broken[1], NEXT);
  if (name !== 'ADMIN_PASSWORD' || stage === 'local' || isHash(value)) return null;
  const says = 'It’s the password itself, so anyone who can read the settings can log in.';
  return warning(name, says, 'npm run admin:password prints its hash, which you can set instead.');
};

/** Everything that is wrong with the settings, judged by their values alone. */
export const settingsChecks = (
  given: Readonly<Record<string, string | undefined>>,
  stage: Stage,
): Check[] => {
  const found = NAMES.flatMap((name) => judge(name, given[name]?.trim() ?? '', stage) ?? []);
  return found.length > 0 ? found : [ok('Settings', 'All set correctly.')];
};
