import type { Check } from '#contract/health.ts';
import { isBrokenHash, isHash } from '../admin/password.ts';
import { MisconfiguredError, isLoopback, readEnv } from '../env.ts';
import { fault, ok, warning } from './check.ts';
import { MAIL_CURES, mailSettings } from './mail-settings.ts';

/** Where the shop is that the settings are for. */
export type Place = 'live' | 'preview' | 'local';

type Given = Readonly<Record<string, string | undefined>>;

const PREVIEW = /^[\w-]+--[\w-]+\.netlify\.app$/;

/** By the shop's address, for whoever has no other sign. */
export const placeOf = (siteUrl = ''): Place => {
  if (!URL.canParse(siteUrl) || isLoopback(new URL(siteUrl))) return 'local';
  return PREVIEW.test(new URL(siteUrl).hostname) ? 'preview' : 'live';
};

/** Where each comes from. */
const CURES: Readonly<Record<string, string>> = {
  STRIPE_SECRET_KEY: 'Copy the secret key from https://dashboard.stripe.com/apikeys.',
  STRIPE_WEBHOOK_SECRET: 'npm run stripe:webhook makes the endpoint, and tells its secret.',
  UPSTASH_REDIS_REST_URL: 'Copy the REST url of the database from https://console.upstash.com.',
  UPSTASH_REDIS_REST_TOKEN: 'Copy the REST token of the database, not the read-only one.',
  SIGNING_SECRET: 'Make one: openssl rand -hex 32.',
  ADMIN_PASSWORD: 'npm run admin:password makes a password, and the hash to set.',
  PUBLIC_SITE_URL: 'Set the shop’s own address, as in https://www.example.com.',
  STRIPE_API_URL: 'Take it out: it is for the Stripe stand-in on your own machine.',
  ...MAIL_CURES,
  MAIL_API_URL: 'Take it out: it is for the inbox on your own machine.',
  RATE_LIMIT_FACTOR: 'Take it out, or set a number above 0.',
};

const cureOf = (name: string): string =>
  `${CURES[name] ?? 'See .env.example.'} Set it on Netlify and in .env.`;

const missing = (name: string, so = ''): Check =>
  fault(name, `It is missing${so}.`, `${CURES[name] ?? ''} npm run setup asks for it.`);

/** As the functions would find them: "SIGNING_SECRET must be at least 32 characters long". */
const unreadable = (given: Given): Check[] => {
  try {
    readEnv(given);
    return [];
  } catch (error) {
    if (!(error instanceof MisconfiguredError)) throw error;
    return error.message.split('; ').map((words) => {
      const [name = '', ...says] = words.split(' ');
      const isMissing = says.join(' ') === 'is missing';
      return isMissing ? missing(name) : fault(name, `It ${says.join(' ')}.`, cureOf(name));
    });
  }
};

const stripeKey = (key: string, place: Place): Check[] => {
  const name = 'STRIPE_SECRET_KEY';
  const [, mode] = /^[sr]k_(live|test)_./.exec(key) ?? [];
  if (mode === undefined) {
    return [fault(name, 'It is no secret key: those begin with sk_ or rk_.', cureOf(name))];
  }
  if (place === 'live' && mode === 'test') {
    const next = 'Set the live key (sk_live_...) on Netlify, for the production context alone.';
    return [fault(name, 'It is a test key in the live shop: guides go for no money.', next)];
  }
  if (place !== 'live' && mode === 'live') {
    const where = place === 'preview' ? 'a preview' : 'a shop on this machine';
    const next = 'Set a test key (sk_test_...) there, and the live key for production alone.';
    return [fault(name, `It is a live key in ${where}: whoever tries it out pays.`, next)];
  }
  return [];
};

const password = (stored: string | undefined, place: Place): Check[] => {
  const name = 'ADMIN_PASSWORD';
  if (!stored?.trim()) return [missing(name, ': nobody can log in')];
  if (isBrokenHash(stored))
    return [fault(name, 'It is half a hash: nobody can log in.', cureOf(name))];
  if (place === 'local' || isHash(stored)) return [];
  return [
    warning(name, 'It is the password itself: who reads the settings can log in.', cureOf(name)),
  ];
};

const siteUrl = (given: string, place: Place): Check[] => {
  if (place === 'local' || !URL.canParse(given) || given.startsWith('https:')) return [];
  const name = 'PUBLIC_SITE_URL';
  return [fault(name, 'It is not https: browsers would keep no cookie of it.', cureOf(name))];
};

/** What is wrong with the settings, as far as they tell it by themselves; all of it at once. */
export const settingsChecks = (given: Given, place: Place): readonly Check[] => {
  const of = (name: string, look: (value: string, place: Place) => Check[]): Check[] => {
    const value = given[name]?.trim();
    return value ? look(value, place) : [];
  };
  const wrong = [
    ...unreadable(given),
    ...of('STRIPE_SECRET_KEY', stripeKey),
    ...of('STRIPE_WEBHOOK_SECRET', (secret) => {
      const name = 'STRIPE_WEBHOOK_SECRET';
      if (secret.startsWith('whsec_')) return [];
      return [fault(name, 'It is no webhook secret: those begin with whsec_.', cureOf(name))];
    }),
    ...of('STRIPE_API_URL', () =>
      place === 'local'
        ? []
        : [fault('STRIPE_API_URL', 'It sends payments to a stand-in.', cureOf('STRIPE_API_URL'))],
    ),
    ...mailSettings(given),
    ...of('MAIL_API_URL', () =>
      place === 'local'
        ? []
        : [
            fault(
              'MAIL_API_URL',
              'It keeps mails on a machine of its own.',
              cureOf('MAIL_API_URL'),
            ),
          ],
    ),
    ...password(given['ADMIN_PASSWORD'], place),
    ...of('PUBLIC_SITE_URL', siteUrl),
  ];
  return wrong.length > 0 ? wrong : [ok('Settings', 'All are there, and as they should be.')];
};
