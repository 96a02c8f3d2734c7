import { styleText } from 'node:util';
import { isCancel, password, text } from '@clack/prompts';
import type { Check } from '#contract/health.ts';
import { redisChecks } from '../../admin/health/redis-checks.ts';
import type { Setting } from '../../admin/health/settings-table.ts';
import { keyChecks } from '../../admin/health/stripe-checks.ts';
import { hashPassword } from '../../admin/password.ts';
import { createRedisClient } from '../../clients/redis.ts';
import { createStripeClient } from '../../clients/stripe.ts';
import { newPassword, newSecret } from '../../local/secrets.ts';
import { modeOf } from '../webhook.ts';
import { ASKED, faultOf, helpFor, shown, unwrap, wrongWith } from './answers.ts';
import type { EnvFile } from './env-file.ts';

const MIN_PASSWORD = 12;

/** The typed text as it is; a secret is not shown. Throws where the owner stops. */
export const answer = async (isSecret = false): Promise<string> => {
  const typed = isSecret
    ? await password({ message: 'Your answer (hidden)', mask: '' })
    : await text({ message: 'Your answer' });
  if (isCancel(typed)) throw new Error('Stopped. Run npm run setup again to continue from here.');
  return typed ?? '';
};

type Shop = { readonly env: EnvFile; readonly stripeUrl: URL | undefined };

/** Asks once. Returns the answer, '' for a skipped setting, and null after printing what is wrong with it. */
type Ask = (setting: Setting, shop: Shop) => Promise<string | null>;

const askOnce: Ask = async (setting, { env }) => {
  const { name, isSecret, isOptional } = setting;
  const old = faultOf(setting, env) === null ? env.get(name) : '';
  if (old) console.log(`Current: ${shown(setting, old)}. Press Enter to keep it.`);
  if (isOptional) console.log(old ? 'Type none to skip it.' : 'Press Enter to skip it.');
  const typed = (await answer(isSecret)).trim();
  if (typed === '' && old) return old;
  if (isOptional && (typed === '' || typed === 'none')) return '';
  const value = unwrap(name, typed);
  const wrong = value === '' ? `${name} is missing.` : wrongWith(setting, value);
  if (wrong === null) return value;
  console.log(wrong);
  return null;
};

const askForPassword = async (): Promise<string | null> => {
  const typed = await answer(true);
  if (typed === '') {
    const made = newPassword();
    console.log(`Your password, shown only once, so write it down: ${made}`);
    return hashPassword(made);
  }
  if (typed.length < MIN_PASSWORD) {
    console.log(`That’s fewer than ${MIN_PASSWORD} characters.`);
    return null;
  }
  console.log('Type it again:');
  if ((await answer(true)) === typed) return hashPassword(typed);
  console.log('Those don’t match. Please start over.');
  return null;
};

/** Whether a service accepts the answer, by the doctor's own checks. Prints why it does not. */
const isTaken = (checks: readonly Check[]): boolean => {
  const wrong = checks.filter(({ state }) => state !== 'ok');
  for (const { says, next } of wrong) console.log(`${says} ${next}`);
  return wrong.length === 0;
};

const askForStripeKey: Ask = async (setting, shop) => {
  const secretKey = await askOnce(setting, shop);
  if (secretKey === null) return null;
  const client = createStripeClient({ secretKey, apiUrl: shop.stripeUrl });
  if (!isTaken(await keyChecks(client))) return null;
  console.log(
    modeOf(secretKey) === 'live'
      ? "Stripe's live mode: payments are real, with npm start too."
      : "Stripe's test mode: no money moves.",
  );
  return secretKey;
};

const askForRedisToken: Ask = async (setting, shop) => {
  const token = await askOnce(setting, shop);
  if (token === null) return null;
  const url = shop.env.get('UPSTASH_REDIS_REST_URL') ?? '';
  if (isTaken(await redisChecks(createRedisClient({ url, token }), { isBeside: false }))) {
    console.log('The database can be read and written.');
    return token;
  }
  for (const one of ASKED.filter(({ name }) => name === 'UPSTASH_REDIS_REST_URL')) {
    await askFor(one, shop);
  }
  printHeading(setting);
  return null;
};

const OWN_WAYS: Readonly<Record<string, Ask>> = {
  STRIPE_SECRET_KEY: askForStripeKey,
  UPSTASH_REDIS_REST_TOKEN: askForRedisToken,
  ADMIN_PASSWORD: askForPassword,
  SIGNING_SECRET: async () => {
    console.log('Generated. Nobody needs to know it.');
    return newSecret();
  },
};

const printHeading = ({ name, title = name }: Setting): void =>
  console.log(`\n${styleText('bold', title)} (${name})\n${helpFor(name)}`);

/** The settings that belong to the previous value, such as an endpoint's secret or a database's token, or are useless without one. */
const outdatedBy = (name: string, old: string, next: string): string[] => {
  if (old === next) return [];
  if (name === 'UPSTASH_REDIS_REST_URL') return ['UPSTASH_REDIS_REST_TOKEN'];
  if (next === '') return ASKED.filter(({ needs }) => needs === name).map((one) => one.name);
  const isOtherMode = name === 'STRIPE_SECRET_KEY' && modeOf(old) !== modeOf(next);
  return name === 'PUBLIC_SITE_URL' || isOtherMode ? ['STRIPE_WEBHOOK_SECRET'] : [];
};

/** Asks until the answer is right, and stores it. Settings that it outdates are removed, and asked for again. */
export const askFor = async (setting: Setting, shop: Shop): Promise<void> => {
  const { env } = shop;
  const { name } = setting;
  printHeading(setting);
  const fault = faultOf(setting, env);
  if (fault) console.log(`The value in .env is wrong: ${fault}`);
  const old = env.get(name) ?? '';
  let value: string | null = null;
  while (value === null) value = await (OWN_WAYS[name] ?? askOnce)(setting, shop);
  const outdated = outdatedBy(name, old, value).filter((other) => env.get(other));
  if (outdated.length > 0) console.log(`${outdated.join(', ')} belonged to the previous one.`);
  env.set({ [name]: value, ...Object.fromEntries(outdated.map((other) => [other, ''])) });
};
