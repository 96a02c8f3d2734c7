import type * as z from 'zod/mini';
import type { Check } from '#contract/health.ts';
import { CHECKOUT_DOMAIN } from '../platform/checkout-domain.ts';
import { envSchema } from '../platform/env.ts';
import { parseSenderAddress } from '../platform/sender-address.ts';
import { isLiveKey } from '../platform/context.ts';
import { isLoopback } from '../platform/loopback.ts';
import { fault, ok, warning } from './findings.ts';
import { isBrokenHash, isHash } from './password.ts';
import { settingsLink } from './vendor-pages.ts';

export type Stage = 'live' | 'preview' | 'local';

/** The hostname of a preview or a branch deploy. */
const DEPLOY_HOSTNAME = /^[\w-]+--[\w-]+\.netlify\.app$/;

export const stageOf = (siteUrl = ''): Stage => {
  if (!URL.canParse(siteUrl) || isLoopback(new URL(siteUrl))) return 'local';
  return DEPLOY_HOSTNAME.test(new URL(siteUrl).hostname) ? 'preview' : 'live';
};

type Rule = {
  readonly isValid: (value: string, stage: Stage) => boolean;
  readonly problem: string;
  /** Default: `NEXT_STEP`. */
  readonly nextStep?: string;
};

const matches = (pattern: RegExp, problem: string): Rule => ({
  isValid: (value) => pattern.test(value),
  problem,
});

const inLiveShop = (isValid: (value: string) => boolean, problem: string): Rule => ({
  isValid: (value, stage) => stage !== 'live' || isValid(value),
  problem,
});

const isHttps = (url: string): boolean => url.startsWith('https:');

const COMPLETE = matches(/^[\w+/=.-]+$/, 'It’s incomplete. Copy it again with the copy button.');
const EMAIL: Rule = {
  isValid: (value) => parseSenderAddress(value) === value,
  problem: 'It isn’t an email address.',
};
const LOCAL_ONLY: Rule = {
  isValid: (_, stage) => stage === 'local',
  problem: 'It points to a stand-in, which only a local shop can use.',
  nextStep: 'Remove it, then deploy.',
};

/**
 * Rules in addition to those in `env.ts`. For each setting, only the first broken rule is reported.
 */
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  PUBLIC_SITE_URL: [
    inLiveShop(
      (url) => stageOf(url) !== 'local',
      'It’s the address of this computer, not of a site on the web.',
    ),
    {
      isValid: (url, stage) => stage === 'local' || isHttps(url),
      problem: 'It doesn’t start with https://, so nobody can stay logged in.',
    },
    inLiveShop(
      (url) => stageOf(url) === 'live',
      'It’s the address of one deploy or of a preview, not of the live shop.',
    ),
  ],
  PUBLIC_SUPPORT_EMAIL: [EMAIL],
  STRIPE_SECRET_KEY: [
    matches(/^[sr]k_(live|test)_./, 'Secret keys start with sk_ or rk_.'),
    COMPLETE,
    inLiveShop(isLiveKey, 'It’s a test key in the live shop, so buyers get guides without paying.'),
    {
      isValid: (key, stage) => stage === 'live' || !isLiveKey(key),
      problem:
        'It’s a live key in a preview or on this computer, so anyone trying it out pays real money.',
    },
  ],
  STRIPE_WEBHOOK_SECRET: [matches(/^whsec_/, 'Webhook secrets start with whsec_.'), COMPLETE],
  UPSTASH_REDIS_REST_URL: [
    {
      isValid: (url) => isHttps(url) || stageOf(url) === 'local',
      problem: 'REST URLs start with https://.',
    },
  ],
  UPSTASH_REDIS_REST_TOKEN: [COMPLETE],
  ADMIN_PASSWORD: [
    {
      isValid: (stored) => !isBrokenHash(stored),
      problem: 'It’s an incomplete hash, so nobody can log in.',
    },
  ],
  MAIL_API_KEY: [matches(/^re_/, 'Resend’s keys start with re_.'), COMPLETE],
  OWNER_EMAIL: [EMAIL],
  PUBLIC_ADS_CONVERSION: [
    matches(
      /^AW-\d+\/[\w-]+$/,
      'It must be an account, a slash and a label, as in AW-123456789/AbC-D_efG.',
    ),
  ],
  STRIPE_CHECKOUT_DOMAIN: [
    matches(CHECKOUT_DOMAIN, 'It must be a domain without https://, as in pay.example.com.'),
  ],
  STRIPE_API_URL: [LOCAL_ONLY],
  MAIL_API_URL: [LOCAL_ONLY],
};

const SCHEMAS: Readonly<Record<string, z.ZodMiniType>> = envSchema.shape;
const SETTING_NAMES = Object.keys({ ...RULES, ...SCHEMAS });

/** The schema allows a shop without ADMIN_PASSWORD: it can sell, but nobody can log in. */
const isRequired = (name: string): boolean =>
  name === 'ADMIN_PASSWORD' || SCHEMAS[name]?.safeParse(undefined).success === false;

const NEXT_STEP =
  '.env.example explains how to get it. Set it on Netlify and in .env, then deploy.';

const findSettingProblem = (name: string, value: string, stage: Stage): Check | null => {
  // A local shop reads its settings from .env.
  const link = stage === 'local' ? undefined : settingsLink(name);
  if (value === '') {
    return isRequired(name) ? fault(name, 'It’s missing.', NEXT_STEP, link) : null;
  }
  const schemaError = SCHEMAS[name]?.safeParse(value).error;
  const schemaMessage = schemaError?.issues[0]?.message;
  if (schemaMessage !== undefined) return fault(name, `It ${schemaMessage}.`, NEXT_STEP, link);
  const brokenRule = RULES[name]?.find(({ isValid }) => !isValid(value, stage));
  if (brokenRule) return fault(name, brokenRule.problem, brokenRule.nextStep ?? NEXT_STEP, link);
  if (name === 'ADMIN_PASSWORD' && stage !== 'local' && !isHash(value)) {
    const problem = 'It’s the password itself, so anyone who can read the settings can log in.';
    const nextStep = 'npm run admin:password prints its hash, which you can set instead.';
    return warning(name, problem, nextStep, link);
  }
  return null;
};

export const settingsChecks = (
  settings: Readonly<Record<string, string | undefined>>,
  stage: Stage,
): Check[] => {
  const problems = SETTING_NAMES.map((name) =>
    findSettingProblem(name, settings[name]?.trim() ?? '', stage),
  ).filter((problem) => problem !== null);
  return problems.length > 0 ? problems : [ok('Settings', 'All settings are correct.')];
};

/**
 * Reports which setting the buyer hashes depend on, so that the owner knows this before changing
 * it.
 */
export const buyerSecretCheck = (settings: Readonly<Record<string, string | undefined>>): Check => {
  const subject = 'Buyer secret';
  const harm =
    'people who unsubscribed get emails again, others get them twice, and unsubscribe links in earlier emails break.';
  if (settings['BUYER_SECRET']?.trim()) {
    const finding = `The shop recognizes buyers by BUYER_SECRET, so you can replace SIGNING_SECRET. If BUYER_SECRET changes, ${harm}`;
    return ok(subject, finding);
  }
  const remedy = 'Before you replace SIGNING_SECRET, copy its current value to BUYER_SECRET.';
  const finding = `The shop recognizes buyers by SIGNING_SECRET. If it changes, ${harm} ${remedy}`;
  return ok(subject, finding);
};
