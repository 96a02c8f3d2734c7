import generated from '#generated';
import * as z from 'zod/mini';
import { isLoopback } from './loopback.ts';
import { parseSenderAddress, hasUnquotedComma } from './sender-address.ts';

/** Requires a protocol: "localhost:8888" would be a URL with the scheme "localhost". */
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
/** Requests to a local stand-in must never leave this machine. */
const loopbackAddress = z
  .pipe(
    webAddress,
    z.transform((url) => new URL(url)),
  )
  .check(z.refine(isLoopback, 'must be a loopback address'));
const text = z.string().check(z.trim(), z.minLength(1));
const secret = text.check(z.minLength(32, 'must be at least 32 characters long'));

export const envSchema = z.object({
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  UPSTASH_REDIS_REST_URL: webAddress,
  UPSTASH_REDIS_REST_TOKEN: text,
  /** Seals download links and owner sessions. A new secret invalidates all of them. */
  SIGNING_SECRET: secret,
  /** See `buyerSecret`. */
  BUYER_SECRET: z.optional(secret),
  /** The owner's password, or its hash from `npm run admin:password`. */
  ADMIN_PASSWORD: z.optional(z.string()),
  /** The shop's URL. Only its origin is used. */
  PUBLIC_SITE_URL: z.pipe(
    webAddress,
    z.transform((url) => new URL(url).origin),
  ),
  STRIPE_API_URL: z.optional(loopbackAddress),
  /** Resend's API key. If unset, the shop sends and promises no emails. */
  MAIL_API_KEY: z.optional(text),
  /**
   * The sender, as in "Money-Smart Kids <hello@example.com>", at a domain that is verified at
   * Resend.
   */
  MAIL_FROM: z.optional(
    text.check(
      z.refine(
        (sender) => parseSenderAddress(sender) !== null,
        'must contain exactly one email address',
      ),
      z.refine(
        (from) => !hasUnquotedComma(from),
        'needs quotation marks around a name with a comma',
      ),
    ),
  ),
  /** Receives the owner's alerts. If unset, none are sent. */
  OWNER_EMAIL: z.optional(text),
  MAIL_API_URL: z.optional(loopbackAddress),
});

export type Env = z.infer<typeof envSchema>;
type RawSettings = Readonly<Record<string, string | undefined>>;

/** The message contains the names of settings but no values, so it is safe to log. */
export class MisconfiguredError extends Error {
  constructor(detail: string) {
    super(detail);
    this.name = 'MisconfiguredError';
  }
}

/**
 * Treats an empty setting as missing, because `.env.example` has empty settings. Throws one
 * `MisconfiguredError` that lists all missing and invalid settings.
 */
export const parseSettings = <T>(schema: z.ZodMiniType<T>, settings: RawSettings): T => {
  const present = Object.fromEntries(Object.entries(settings).filter(([, value]) => value?.trim()));
  const result = schema.safeParse(present);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    return present[name] === undefined ? `${name} is missing` : `${name} ${message}`;
  });
  throw new MisconfiguredError(problems.join('; '));
};

export const parseEnv = (settings: RawSettings): Env => parseSettings(envSchema, settings);

/**
 * The environment variables before parsing. The site URL of the build overrides PUBLIC_SITE_URL.
 */
export const rawSettings = (): RawSettings => ({
  ...process.env,
  PUBLIC_SITE_URL: generated.siteUrl ?? process.env['PUBLIC_SITE_URL'],
});

let env: Env | undefined;

export const getEnv = (): Env => {
  env ??= parseEnv(rawSettings());
  return env;
};
