import type { SettingName } from './setup-forms.ts';

export type Setting = {
  readonly name: SettingName;
  readonly title: string;
  /** What it is, and where its value is found. */
  readonly help: readonly string[];
  /** It is not shown while it is typed, nor later, and Netlify shows it to nobody. */
  readonly isSecret: boolean;
  readonly isOptional: boolean;
  /** It is asked for only where that one is there. */
  readonly needs?: SettingName | undefined;
};

const setting = (
  name: SettingName,
  title: string,
  help: readonly string[],
  {
    isSecret = !name.startsWith('PUBLIC_'),
    isOptional = false,
    needs,
  }: Partial<Pick<Setting, 'isSecret' | 'isOptional' | 'needs'>> = {},
): Setting => ({ name, title, help, isSecret, isOptional, needs });

/** In the order in which an owner is asked. */
export const SETTINGS: readonly Setting[] = [
  setting('PUBLIC_SITE_URL', "The shop's address", [
    'Your own domain, or the address that Netlify gave the site: it stands on top of the',
    "site's overview. As in https://www.example.com or https://my-shop.netlify.app",
  ]),
  setting(
    'PUBLIC_SUPPORT_EMAIL',
    'Where buyers write to',
    ['An e-mail address. Without it the pages show the one in content/site.md.'],
    { isOptional: true },
  ),
  setting('STRIPE_SECRET_KEY', "Stripe's secret key", [
    "In Stripe's dashboard: Developers, API keys, Secret key. https://dashboard.stripe.com/apikeys",
    'Begin with the test key (sk_test_...): with it the whole shop is tried by test cards.',
    'The live key (sk_live_...) takes its place when all works.',
  ]),
  setting(
    'UPSTASH_REDIS_REST_URL',
    "The database's REST url",
    [
      'At https://console.upstash.com: your Redis database (make one, with Eviction off), REST API.',
      'It begins with https:// and ends with .upstash.io',
    ],
    { isSecret: false },
  ),
  setting('UPSTASH_REDIS_REST_TOKEN', "The database's REST token", [
    'Beside the REST url; not the read-only token.',
  ]),
  setting('SIGNING_SECRET', 'The secret that seals download links', []),
  setting('ADMIN_PASSWORD', 'Your password for /admin-upload and /admin-orders', [
    'Press Enter to have one made, or type one of at least 12 characters.',
  ]),
  setting(
    'MAIL_API_KEY',
    'Mails by Resend, if you want the shop to send any',
    [
      'With it each buyer gets a mail with the way to the files, and finds a lost one again. At',
      'https://resend.com: add the domain of your address under Domains, and set the DNS records that it',
      'shows. Then API keys, Create API key, with Sending access. The key begins with re_',
    ],
    { isOptional: true },
  ),
  setting(
    'MAIL_FROM',
    'From whom the mails are',
    ['A name and an address of that domain, as in Money-Smart Kids <hello@example.com>'],
    { isSecret: false, needs: 'MAIL_API_KEY' },
  ),
  setting(
    'MAIL_WEBHOOK_SECRET',
    "The signing secret of Resend's webhook",
    [
      'It tells which mails came back. At https://resend.com/webhooks: Add webhook, with the address of',
      'your shop and /api/mail-webhook behind it, and all events that begin with email. but opened and',
      'clicked. Signing secret, whsec_... You may add it later.',
    ],
    { isOptional: true, needs: 'MAIL_API_KEY' },
  ),
  setting(
    'OWNER_EMAIL',
    'Where the shop writes to you',
    [
      'Once a day what was sold, and at once of a dispute or of something that does not work. OWNER_NEWS',
      'in .env.example tells how to be told of each sale, or of none.',
    ],
    { isSecret: false, isOptional: true, needs: 'MAIL_API_KEY' },
  ),
  setting(
    'PUBLIC_ADS_CONVERSION',
    'Google Ads, if you use it',
    [
      'In Google Ads: Goals, Conversions, your conversion, Tag setup: the value of "send_to", as in',
      'AW-123456789/AbC-D_efG. Without it the shop has no tag and asks parents nothing.',
    ],
    { isOptional: true },
  ),
];

/** Comes with an endpoint that is made; asked for only where the endpoint is there already. */
export const WEBHOOK_SECRET = setting('STRIPE_WEBHOOK_SECRET', "The webhook's signing secret", [
  "Stripe tells it only in its dashboard now: Developers, Webhooks, the shop's endpoint,",
  'Signing secret, Reveal.',
]);

export const ALL_SETTINGS: readonly Setting[] = [...SETTINGS, WEBHOOK_SECRET];
