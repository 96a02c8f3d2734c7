// oxlint-disable-next-line no-restricted-imports -- the build's own rule, a plain function
import { parseAds } from '../../../src/purchase/ads.ts';
import { isBrokenHash, isHash } from '../password.ts';
import { addressIn, isLoopback } from '../../env.ts';

/** The kind of shop that the settings are for. */
export type Stage = 'live' | 'preview' | 'local';

type Rule = readonly [isRight: (value: string, stage: Stage) => boolean, says: string];

/** A setting, as `npm run doctor` and the shop's health report judge it. */
export type Setting = {
  readonly name: string;
  readonly isOptional?: boolean;
  /** The setting without which this one is useless and not checked. */
  readonly needs?: string;
  /** The setting that makes this one required. */
  readonly neededBy?: string;
  /** The consequence if it is missing. For an optional setting it is only a warning, and without words it is none. */
  readonly missing?: string;
  /** Rules beyond those of `env.ts`. The first one broken is reported. */
  readonly rules?: readonly Rule[];
  /** Rules whose violation is only a warning. */
  readonly advice?: Rule;
  readonly cure: string;
};

const PREVIEW = /^[\w-]+--[\w-]+\.netlify\.app$/;

/** Judges by the shop's address if nothing else shows the stage. */
export const stageOf = (siteUrl = ''): Stage => {
  if (!URL.canParse(siteUrl) || isLoopback(new URL(siteUrl))) return 'local';
  return PREVIEW.test(new URL(siteUrl).hostname) ? 'preview' : 'live';
};

const matches =
  (form: RegExp) =>
  (value: string): boolean =>
    form.test(value);

const isAds = (given: string): boolean => {
  try {
    return parseAds(given) !== null;
  } catch {
    return false;
  }
};

const NO_MAIL = 'It’s missing, so the shop sends no email.';
const NOT_WHOLE = 'It’s incomplete. Copy it with its copy button.';
const EMAIL: Rule = [(given) => addressIn(given) === given, 'It isn’t an email address.'];

/** In the order of `.env.example`. */
export const SETTINGS: readonly Setting[] = [
  {
    name: 'PUBLIC_SITE_URL',
    rules: [
      [
        (url, stage) => stage !== 'live' || !isLoopback(new URL(url)),
        'It’s this computer. Buyers need an address on the web.',
      ],
      [
        (url, stage) => stage === 'local' || url.startsWith('https:'),
        'It isn’t https, so browsers wouldn’t keep its cookies.',
      ],
      [
        (url, stage) => stage !== 'live' || stageOf(url) === 'live',
        'It belongs to a single deploy or a preview.',
      ],
    ],
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
    rules: [
      [matches(/^[sr]k_(live|test)_./), 'It isn’t a secret key. Those start with sk_ or rk_.'],
      [matches(/^[sr]k_(live|test)_\w+$/), NOT_WHOLE],
    ],
    cure: 'Copy the secret key from https://dashboard.stripe.com/apikeys.',
  },
  {
    name: 'UPSTASH_REDIS_REST_URL',
    rules: [
      [
        (url) => url.startsWith('https:') || isLoopback(new URL(url)),
        'It isn’t a REST URL. That starts with https://.',
      ],
    ],
    cure: 'Copy the database’s REST URL from https://console.upstash.com.',
  },
  {
    name: 'UPSTASH_REDIS_REST_TOKEN',
    rules: [[matches(/^[\w+/=.-]+$/), NOT_WHOLE]],
    cure: 'Copy the database’s REST token, not the read-only one.',
  },
  {
    name: 'SIGNING_SECRET',
    cure: 'Generate one: openssl rand -hex 32.',
  },
  {
    name: 'ADMIN_PASSWORD',
    missing: 'It’s missing, so nobody can log in.',
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
    neededBy: 'MAIL_FROM',
    missing: NO_MAIL,
    rules: [
      [matches(/^re_/), 'It isn’t a Resend key. Those start with re_.'],
      [matches(/^re_\w+$/), NOT_WHOLE],
    ],
    cure: 'Create one at https://resend.com/api-keys, with "Sending access".',
  },
  {
    name: 'MAIL_FROM',
    needs: 'MAIL_API_KEY',
    missing: NO_MAIL,
    cure: 'Set a name and an address at the domain you verified at Resend, as in "Money-Smart Kids <hello@example.com>".',
  },
  {
    name: 'OWNER_EMAIL',
    isOptional: true,
    needs: 'MAIL_API_KEY',
    rules: [EMAIL],
    cure: 'Set the address where you want alerts, or remove it.',
  },
  {
    name: 'PUBLIC_ADS_CONVERSION',
    isOptional: true,
    rules: [[isAds, 'It must be an account, a slash and a label.']],
    cure: 'Set it as in AW-123456789/AbC-D_efG, or remove it.',
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    rules: [
      [matches(/^whsec_/), 'It isn’t a webhook secret. Those start with whsec_.'],
      [matches(/^whsec_[\w+/=]+$/), NOT_WHOLE],
    ],
    cure: 'npm run stripe:webhook creates the endpoint and prints its secret.',
  },
  {
    name: 'STRIPE_API_URL',
    isOptional: true,
    rules: [[(_, stage) => stage === 'local', 'It sends payments to a stand-in.']],
    cure: 'Remove it. It’s for the Stripe stand-in on your own computer.',
  },
  {
    name: 'MAIL_API_URL',
    isOptional: true,
    rules: [[(_, stage) => stage === 'local', 'It keeps emails on one computer.']],
    cure: 'Remove it. It’s for the inbox on your own computer.',
  },
];
