// oxlint-disable-next-line no-restricted-imports -- the rule of the build, a plain function
import { parseAds } from '../../../src/purchase/ads.ts';
import { isBrokenHash, isHash } from '../password.ts';
import { addressIn, isLoopback } from '../../env.ts';

/** Where the shop is that the settings are for. */
export type Place = 'live' | 'preview' | 'local';

type Rule = readonly [isRight: (value: string, place: Place) => boolean, says: string];

/** What an owner has to know of a setting: for `npm run doctor`, the shop's own report and `npm run setup`. */
export type Setting = {
  readonly name: string;
  /** How `npm run setup` calls it, with the words above it in `.env.example`. It does not ask for one without. */
  readonly title?: string;
  /** It is not shown while it is typed, nor afterwards, and Netlify shows it to nobody. */
  readonly isSecret?: boolean;
  readonly isOptional?: boolean;
  /** It is of no use, and not looked at, without that one. */
  readonly needs?: string;
  /** Missed only where that one is there. */
  readonly neededBy?: string;
  /** What follows where it is missing: a fault, or for an optional one a warning. */
  readonly missing?: string;
  /** What is wrong beyond what `env.ts` refuses; the first that is broken is told. */
  readonly rules?: readonly Rule[];
  /** What is no fault and better otherwise. */
  readonly advice?: Rule;
  readonly cure: string;
};

const PREVIEW = /^[\w-]+--[\w-]+\.netlify\.app$/;

/** By the shop's address, for whoever has no other sign. */
export const placeOf = (siteUrl = ''): Place => {
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

const IS_MISSING = 'It is missing.';
const NO_MAIL = 'It is missing: without it the shop sends no mail.';
const NOT_WHOLE = 'It is not whole: copy it by its button.';
const EMAIL: Rule = [(given) => addressIn(given) === given, 'It is no e-mail address.'];
const WEBHOOK_SECRET: readonly Rule[] = [
  [matches(/^whsec_/), 'It is no webhook secret: those begin with whsec_.'],
  [matches(/^whsec_[\w+/=]+$/), NOT_WHOLE],
];

/** In the order in which an owner is asked for them. */
export const SETTINGS: readonly Setting[] = [
  {
    name: 'PUBLIC_SITE_URL',
    title: "The shop's address",
    missing: IS_MISSING,
    rules: [
      [
        (url, place) => place !== 'live' || !isLoopback(new URL(url)),
        'It is this machine: buyers need an address on the web.',
      ],
      [
        (url, place) => place === 'local' || url.startsWith('https:'),
        'It is not https: browsers would keep no cookie of it.',
      ],
      [
        (url, place) => place !== 'live' || placeOf(url) === 'live',
        'It is of a single deploy, or of a preview.',
      ],
    ],
    cure: 'Set the shop’s own address, as in https://www.example.com.',
  },
  {
    name: 'PUBLIC_SUPPORT_EMAIL',
    title: 'Where buyers write to',
    isOptional: true,
    rules: [EMAIL],
    cure: 'Set an address as in support@example.com, or take it out.',
  },
  {
    name: 'STRIPE_SECRET_KEY',
    title: "Stripe's secret key",
    isSecret: true,
    missing: IS_MISSING,
    rules: [
      [matches(/^[sr]k_(live|test)_./), 'It is no secret key: those begin with sk_ or rk_.'],
      [matches(/^[sr]k_(live|test)_\w+$/), NOT_WHOLE],
    ],
    cure: 'Copy the secret key from https://dashboard.stripe.com/apikeys.',
  },
  {
    name: 'UPSTASH_REDIS_REST_URL',
    title: "The database's REST url",
    missing: IS_MISSING,
    rules: [
      [
        (url) => url.startsWith('https:') || isLoopback(new URL(url)),
        'It is no REST url: that begins with https://.',
      ],
    ],
    cure: 'Copy the REST url of the database from https://console.upstash.com.',
  },
  {
    name: 'UPSTASH_REDIS_REST_TOKEN',
    title: "The database's REST token",
    isSecret: true,
    missing: IS_MISSING,
    rules: [[matches(/^[\w+/=.-]+$/), NOT_WHOLE]],
    cure: 'Copy the REST token of the database, not the read-only one.',
  },
  {
    name: 'SIGNING_SECRET',
    title: 'The secret that seals download links',
    isSecret: true,
    missing: IS_MISSING,
    cure: 'Make one: openssl rand -hex 32.',
  },
  {
    name: 'ADMIN_PASSWORD',
    title: 'Your password for /admin-upload and /admin-orders',
    isSecret: true,
    missing: 'It is missing: nobody can log in.',
    rules: [[(stored) => !isBrokenHash(stored), 'It is half a hash: nobody can log in.']],
    advice: [
      (stored, place) => place === 'local' || isHash(stored),
      'It is the password itself: who reads the settings can log in.',
    ],
    cure: 'npm run admin:password makes a password, and the hash to set.',
  },
  {
    name: 'MAIL_API_KEY',
    title: 'Mails by Resend, if you want the shop to send any',
    isSecret: true,
    isOptional: true,
    neededBy: 'MAIL_FROM',
    missing: NO_MAIL,
    rules: [
      [matches(/^re_/), 'It is no key of Resend’s: those begin with re_.'],
      [matches(/^re_\w+$/), NOT_WHOLE],
    ],
    cure: 'Make one at https://resend.com/api-keys, with "Sending access".',
  },
  {
    name: 'MAIL_FROM',
    title: 'From whom the mails are',
    needs: 'MAIL_API_KEY',
    missing: NO_MAIL,
    cure: 'Set a name and an address of the domain that is verified at Resend, as in "Money-Smart Kids <hello@example.com>".',
  },
  {
    name: 'MAIL_WEBHOOK_SECRET',
    title: "The signing secret of Resend's webhook",
    isSecret: true,
    isOptional: true,
    needs: 'MAIL_API_KEY',
    missing: 'It is missing: the shop is not told which mails came back.',
    rules: WEBHOOK_SECRET,
    cure: 'Copy the signing secret of the shop’s webhook from https://resend.com/webhooks.',
  },
  {
    name: 'OWNER_EMAIL',
    title: 'Where the shop writes to you',
    isOptional: true,
    needs: 'MAIL_API_KEY',
    rules: [EMAIL],
    cure: 'Set the address where you want to be told, or take it out.',
  },
  {
    name: 'OWNER_NEWS',
    needs: 'MAIL_API_KEY',
    isOptional: true,
    rules: [
      [
        matches(/^(each|daily|none)$/),
        'It is neither each nor daily nor none, and counts as daily.',
      ],
    ],
    cure: 'Set each, daily or none, or take it out.',
  },
  {
    name: 'PUBLIC_ADS_CONVERSION',
    title: 'Google Ads, if you use it',
    isOptional: true,
    rules: [[isAds, 'It must be an account, a slash and a label.']],
    cure: 'Set it as in AW-123456789/AbC-D_efG, or take it out.',
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    title: "The webhook's signing secret",
    isSecret: true,
    missing: IS_MISSING,
    rules: WEBHOOK_SECRET,
    cure: 'npm run stripe:webhook makes the endpoint, and tells its secret.',
  },
  {
    name: 'STRIPE_API_URL',
    isOptional: true,
    rules: [[(_, place) => place === 'local', 'It sends payments to a stand-in.']],
    cure: 'Take it out: it is for the Stripe stand-in on your own machine.',
  },
  {
    name: 'MAIL_API_URL',
    isOptional: true,
    rules: [[(_, place) => place === 'local', 'It keeps mails on a machine of its own.']],
    cure: 'Take it out: it is for the inbox on your own machine.',
  },
  {
    name: 'RATE_LIMIT_FACTOR',
    isOptional: true,
    cure: 'Take it out, or set a number above 0.',
  },
];
