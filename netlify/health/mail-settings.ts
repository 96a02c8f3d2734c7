import type { Check } from '#contract/health.ts';
import { addressIn } from '../env.ts';
import { fault, warning } from './check.ts';

type Given = Readonly<Record<string, string | undefined>>;

/** What must be verified at Resend before it sends. */
export const domainOf = (from: string): string => addressIn(from)?.split('@')[1] ?? '';

/** Where each comes from. */
export const MAIL_CURES = {
  MAIL_API_KEY: 'Make one at https://resend.com/api-keys, with "Sending access".',
  MAIL_FROM:
    'Set a name and an address of the domain that is verified at Resend, as in "Money-Smart Kids <hello@example.com>".',
  MAIL_WEBHOOK_SECRET:
    'Copy the signing secret of the shop’s webhook from https://resend.com/webhooks.',
  OWNER_EMAIL: 'Set the address where you want to be told, or take it out.',
  OWNER_NEWS: 'Set each, daily or none, or take it out.',
} as const;

type Name = keyof typeof MAIL_CURES;

const SET = 'Set it on Netlify and in .env, and deploy.';

const wrong = (name: Name, says: string): Check => fault(name, says, `${MAIL_CURES[name]} ${SET}`);

/** That of MAIL_FROM is with the functions', which refuse any other. */
const FORMS: Readonly<
  Record<Exclude<Name, 'MAIL_FROM'>, readonly [is: (value: string) => boolean, says: string]>
> = {
  MAIL_API_KEY: [(key) => key.startsWith('re_'), 'It is no key of Resend’s: those begin with re_.'],
  MAIL_WEBHOOK_SECRET: [
    (secret) => secret.startsWith('whsec_'),
    'It is no webhook secret: those begin with whsec_.',
  ],
  OWNER_EMAIL: [(given) => addressIn(given) === given, 'It is no e-mail address.'],
  OWNER_NEWS: [
    (news) => ['each', 'daily', 'none'].includes(news),
    'It is neither each nor daily nor none, and counts as daily.',
  ],
};

/** What is wrong with the settings of mail. All of them may be left out together: then no mail is sent. */
export const mailSettings = (given: Given): Check[] => {
  const of = (name: string): string => given[name]?.trim() ?? '';
  const [key, from] = [of('MAIL_API_KEY'), of('MAIL_FROM')];
  if (!key && !from) return [];
  const half = 'It is missing: without it the shop sends no mail.';
  const missing = ([!key && 'MAIL_API_KEY', !from && 'MAIL_FROM'] as const).filter(
    (name) => name !== false,
  );
  const malformed = (Object.keys(FORMS) as (keyof typeof FORMS)[]).filter((name) => {
    const [is] = FORMS[name];
    return of(name) !== '' && !is(of(name));
  });
  const deaf = 'It is missing: the shop is not told which mails came back.';
  return [
    ...missing.map((name) => wrong(name, half)),
    ...malformed.map((name) => wrong(name, FORMS[name][1])),
    ...(of('MAIL_WEBHOOK_SECRET') === ''
      ? [warning('MAIL_WEBHOOK_SECRET', deaf, `${MAIL_CURES.MAIL_WEBHOOK_SECRET} ${SET}`)]
      : []),
  ];
};
