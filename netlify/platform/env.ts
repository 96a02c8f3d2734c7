import generated from '#generated';
import * as z from 'zod/mini';
import { isLoopback } from './loopback.ts';
import { parseSenderAddress, hasUnquotedComma } from './sender-address.ts';

/** "localhost:8888" is a URL too, of the scheme "localhost". */
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
/** Loopback only, so stand-in traffic never leaves this machine. */
const loopbackAddress = z
  .pipe(
    webAddress,
    z.transform((url) => new URL(url)),
  )
  .check(z.refine(isLoopback, 'may only be a loopback address'));
const text = z.string().check(z.trim(), z.minLength(1));

/** The settings of the functions. A command picks those that it needs. */
export const envSchema = z.object({
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  UPSTASH_REDIS_REST_URL: webAddress,
  UPSTASH_REDIS_REST_TOKEN: text,
  /** Seals download links and sessions. A new one ends them all. */
  SIGNING_SECRET: text.check(z.minLength(32, 'must be at least 32 characters long')),
  /** The owner's password, or its hash from `npm run admin:password`. */
  ADMIN_PASSWORD: z.optional(z.string()),
  /** The shop's own address. Only its origin counts. */
  PUBLIC_SITE_URL: z.pipe(
    webAddress,
    z.transform((url) => new URL(url).origin),
  ),
  /** The Stripe stand-in. */
  STRIPE_API_URL: z.optional(loopbackAddress),
  /** Resend's key. If unset, no email is sent and none is promised. */
  MAIL_API_KEY: z.optional(text),
  /** The sender, as in "Money-Smart Kids <hello@example.com>", at a domain that Resend has verified. */
  MAIL_FROM: z.optional(
    text.check(
      z.refine((from) => parseSenderAddress(from) !== null, 'has no email address in it'),
      z.refine(
        (from) => !hasUnquotedComma(from),
        'needs quotation marks around a name with a comma',
      ),
    ),
  ),
  /** Address for the owner's alerts. If unset, none are sent. */
  OWNER_EMAIL: z.optional(text),
  /** The local inbox. */
  MAIL_API_URL: z.optional(loopbackAddress),
});

export type Env = z.infer<typeof envSchema>;
type RawSettings = Readonly<Record<string, string | undefined>>;

/**
 * Parses settings. An empty one counts as absent, as in a fresh copy of `.env.example`. Throws one error that names every
 * setting that is missing or wrong, and no value.
 */
export const parseSettings = <T>(schema: z.ZodMiniType<T>, given: RawSettings): T => {
  const source = Object.fromEntries(Object.entries(given).filter(([, value]) => value?.trim()));
  const result = schema.safeParse(source);
  if (result.success) return result.data;
  const names = result.error.issues.map(({ path: [name], message }) =>
    source[String(name)] === undefined
      ? `${String(name)} is missing`
      : `${String(name)} ${message}`,
  );
  throw new MisconfiguredError(names.join('; '));
};

export const parseEnv = (given: RawSettings): Env => parseSettings(envSchema, given);

/** Its message has names of settings and no values, so it is safe to log. */
export class MisconfiguredError extends Error {
  constructor(detail: string) {
    super(detail);
    this.name = 'MisconfiguredError';
  }
}

let env: Env | undefined;

/** The settings as given, with what only the build knows. None is parsed. */
export const rawSettings = (): RawSettings => ({
  ...process.env,
  PUBLIC_SITE_URL: generated.siteUrl ?? process.env['PUBLIC_SITE_URL'],
});

/** The environment of this process, parsed at first use. */
export const getEnv = (): Env => (env ??= parseEnv(rawSettings()));
