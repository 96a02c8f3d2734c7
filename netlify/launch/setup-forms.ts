import { parseEnv } from 'node:util';
import * as z from 'zod/mini';
// oxlint-disable-next-line no-restricted-imports -- the rule of the build, a plain function
import { parseAds } from '../../src/purchase/ads.ts';
import { isBrokenHash } from '../admin/password.ts';
import { domainOf } from '../health/mail-settings.ts';
import { placeOf } from '../health/settings.ts';
import { MisconfiguredError, envSchema, isLoopback, readBy } from '../env.ts';

const isAds = (given: string): boolean => {
  try {
    return parseAds(given) !== null;
  } catch {
    return false;
  }
};

const { shape } = envSchema;

/** What the shop asks of each setting, and what else an owner can get wrong about it. */
const FORMS = {
  PUBLIC_SITE_URL: shape.PUBLIC_SITE_URL.check(
    z.refine(
      (origin) => origin.startsWith('https:') && !isLoopback(new URL(origin)),
      "must be the shop's address on the web, with https:// in front",
    ),
    z.refine(
      (origin) => placeOf(origin) !== 'preview',
      'must be the address of the site: this one is of a single deploy, or of a preview',
    ),
  ),
  PUBLIC_SUPPORT_EMAIL: z.email('must be an e-mail address, as in support@example.com'),
  STRIPE_SECRET_KEY: shape.STRIPE_SECRET_KEY.check(
    z.regex(
      /^[sr]k_(test|live)_\w+$/,
      'must be a whole secret key, which begins with sk_test_ or sk_live_ (a publishable key, pk_, is of no use here)',
    ),
  ),
  UPSTASH_REDIS_REST_URL: shape.UPSTASH_REDIS_REST_URL.check(
    z.refine(
      (url) => url.startsWith('https:') || isLoopback(new URL(url)),
      'must be the REST url, which begins with https://',
    ),
  ),
  UPSTASH_REDIS_REST_TOKEN: shape.UPSTASH_REDIS_REST_TOKEN.check(
    z.regex(/^[\w+/=.-]+$/, 'must be the whole token, without spaces: copy it by its button'),
  ),
  SIGNING_SECRET: shape.SIGNING_SECRET,
  ADMIN_PASSWORD: z
    .string()
    .check(
      z.refine(
        (stored) => stored.startsWith('scrypt:') && !isBrokenHash(stored),
        'must be a hash, not the password itself',
      ),
    ),
  STRIPE_WEBHOOK_SECRET: shape.STRIPE_WEBHOOK_SECRET.check(
    z.regex(/^whsec_\w+$/, 'must be a whole signing secret, which begins with whsec_'),
  ),
  MAIL_API_KEY: z
    .string()
    .check(z.regex(/^re_\w+$/, 'must be a whole key of Resend, which begins with re_')),
  MAIL_FROM: z
    .string()
    .check(
      z.refine(
        (from) => domainOf(from) !== '',
        'must be a name and an address, as in Money-Smart Kids <hello@example.com>',
      ),
    ),
  MAIL_WEBHOOK_SECRET: z
    .string()
    .check(z.regex(/^whsec_[\w+/=]+$/, 'must be a whole signing secret, which begins with whsec_')),
  OWNER_EMAIL: z.email('must be an e-mail address, as in you@example.com'),
  PUBLIC_ADS_CONVERSION: z
    .string()
    .check(
      z.refine(isAds, 'must be an account, a slash and a label, as in AW-123456789/AbC-D_efG'),
    ),
};

export type SettingName = keyof typeof FORMS;

/** A value may come with its quotes, or as the whole line, as consoles copy it. */
const unwrap = (name: SettingName, given: string): string => {
  const line = given.startsWith(`${name}=`) ? given : `${name}=${given}`;
  return parseEnv(line)[name] ?? '';
};

export type Read = { readonly value: string } | { readonly wrong: string };

/** What was given for a setting as it is stored, or a sentence on what is wrong with it, without the value. */
export const readForm = (name: SettingName, given: string): Read => {
  const form: z.ZodMiniType<string> = FORMS[name];
  try {
    const { [name]: value = '' } = readBy(z.object({ [name]: form }), {
      [name]: unwrap(name, given),
    });
    return { value };
  } catch (error) {
    if (!(error instanceof MisconfiguredError)) throw error;
    const [first = ''] = error.message.split('; '); // the others follow from it
    return { wrong: `${first}.` };
  }
};
