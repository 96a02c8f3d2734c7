import generated from '#generated';
import * as z from 'zod/mini';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether an address is this machine's, by its `hostname`. */
export const isLoopback = ({ hostname }: URL): boolean => LOOPBACK.has(hostname);

/** "localhost:8888" is a URL too, of the scheme "localhost". */
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
/** Nothing but this machine, or what is meant for a stand-in could be sent astray. */
const loopbackAddress = z
  .pipe(
    webAddress,
    z.transform((url) => new URL(url)),
  )
  .check(z.refine(isLoopback, 'may only be a loopback address'));
const text = z.string().check(z.trim(), z.minLength(1));

/** The address in "Money-Smart Kids <hello@example.com>", or the whole; null where it is none. */
export const addressIn = (from: string): string | null => {
  const [, named] = /^[^<>]*<([^<>]+)>$/.exec(from) ?? [];
  const address = named ?? from;
  return /^[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+$/.test(address) ? address : null;
};

/** A comma outside quotation marks ends an address (RFC 5322), so Resend refuses the rest. */
const hasBareComma = (from: string): boolean => from.replaceAll(/"[^"]*"/g, '').includes(',');

/** What the functions need; a command picks what it needs of it. */
export const envSchema = z.object({
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  UPSTASH_REDIS_REST_URL: webAddress,
  UPSTASH_REDIS_REST_TOKEN: text,
  /** Seals download links; changing it ends every link that is out. */
  SIGNING_SECRET: text.check(z.minLength(32, 'must be at least 32 characters long')),
  /** Opens the owner's pages: the password itself, or what `npm run admin:password` made of it. */
  ADMIN_PASSWORD: z.optional(z.string()),
  /** The shop's own address. Only its origin counts. */
  PUBLIC_SITE_URL: z.pipe(
    webAddress,
    z.transform((url) => new URL(url).origin),
  ),
  /** The Stripe stand-in. */
  STRIPE_API_URL: z.optional(loopbackAddress),
  /** Resend's, which sends the shop's mails. Without it no mail is sent, and none is promised. */
  MAIL_API_KEY: z.optional(text),
  /** As in "Money-Smart Kids <hello@example.com>", of a domain that Resend has verified. */
  MAIL_FROM: z.optional(
    text.check(
      z.refine((from) => addressIn(from) !== null, 'has no email address in it'),
      z.refine((from) => !hasBareComma(from), 'needs quotation marks around a name with a comma'),
    ),
  ),
  /** Where the owner's alerts go; nowhere without it. */
  OWNER_EMAIL: z.optional(text),
  /** The local inbox. */
  MAIL_API_URL: z.optional(loopbackAddress),
});

export type Env = z.infer<typeof envSchema>;
type Given = Readonly<Record<string, string | undefined>>;

/**
 * An empty variable counts as absent, as a line of `.env.example` leaves it. Throws one error that names
 * every variable that is missing or wrong, and no value.
 */
export const readBy = <T>(schema: z.ZodMiniType<T>, given: Given): T => {
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

export const readEnv = (given: Given): Env => readBy(envSchema, given);

/** Its message holds names of variables and no values: safe to log. */
export class MisconfiguredError extends Error {
  constructor(detail: string) {
    super(detail);
    this.name = 'MisconfiguredError';
  }
}

let env: Env | undefined;

/** As the environment has them, with what only the build knows; none is parsed. */
export const givenSettings = (): Given => ({
  ...process.env,
  PUBLIC_SITE_URL: generated.siteUrl ?? process.env['PUBLIC_SITE_URL'],
});

/** The environment of this process, parsed at first use. */
export const getEnv = (): Env => (env ??= readEnv(givenSettings()));

/** The deploy's context. A call by the schedule may come without one. */
export const deployContext = (): string =>
  globalThis.Netlify?.context?.deploy.context || generated.context;

/**
 * Whether buyers may be sent email. Not from a shop on one's own machine that asks Stripe itself: it would find the
 * buyers of the shop that is open, and send them links to that machine.
 */
const mayMail = (given: Pick<Env, 'PUBLIC_SITE_URL' | 'STRIPE_API_URL'>): boolean =>
  given.STRIPE_API_URL !== undefined || !isLoopback(new URL(given.PUBLIC_SITE_URL));

/** Whether the shop sends emails, and so may promise them. */
export const sendsMail = (): boolean => {
  const { MAIL_API_KEY: apiKey, MAIL_FROM: from } = getEnv();
  return apiKey !== undefined && from !== undefined && mayMail(getEnv());
};

/** The address for the owner's alerts; null if none is set, or the shop sends no emails. */
export const ownerAddress = (): string | null =>
  (sendsMail() ? getEnv().OWNER_EMAIL : undefined) ?? null;

/** Whether payments by this key of Stripe's are real. */
export const isLiveKey = (secretKey: string): boolean => /^[sr]k_live_/.test(secretKey);

/** Whether payments are real. */
export const isLive = (): boolean => isLiveKey(getEnv().STRIPE_SECRET_KEY);

/**
 * Under which orders are kept: apart by deploy, and by Stripe's mode, or what a test card paid for before
 * the opening would still give files after it.
 */
export const ordersContext = (): string => (isLive() ? `${deployContext()}-live` : deployContext());
