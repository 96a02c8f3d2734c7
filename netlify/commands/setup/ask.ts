import { styleText } from 'node:util';
import { isCancel, password, text } from '@clack/prompts';
import { hashPassword } from '../../admin/password.ts';
import type { Check } from '#contract/health.ts';
import { createRedisClient } from '../../clients/redis.ts';
import { createStripeClient } from '../../clients/stripe.ts';
import { redisChecks } from '../../admin/health/redis-checks.ts';
import type { Setting } from '../../admin/health/settings-table.ts';
import { keyChecks } from '../../admin/health/stripe-checks.ts';
import { newPassword, newSecret } from '../../local/secrets.ts';
import type { EnvFile } from './env-file.ts';
import { ASKED, faultOf, modeOf, outdatedBy, shown, unwrap, wrongWith } from './state.ts';

const MIN_PASSWORD = 12;

/** The owner had enough; what was answered is kept. */
export class BrokenOff extends Error {}

/** What is typed, to the letter; nothing of a secret is shown. */
export const answer = async (isSecret = false): Promise<string> => {
  const typed = isSecret
    ? await password({ message: 'Your answer (not shown)', mask: '' })
    : await text({ message: 'Your answer' });
  if (isCancel(typed)) throw new BrokenOff();
  return typed ?? '';
};

type Shop = { readonly env: EnvFile; readonly stripeUrl: URL | undefined };

/** What is right by itself; '' for a setting that is left out. Enter keeps what is there. */
const typedFor = async (setting: Setting, env: EnvFile): Promise<string> => {
  const { name, isSecret, isOptional } = setting;
  const old = faultOf(setting, env) === null ? env.get(name) : '';
  if (old) console.log(`Now: ${shown(setting, old)}. Press Enter to keep it.`);
  if (isOptional) console.log(old ? 'Type none to leave it out.' : 'Press Enter to leave it out.');
  for (;;) {
    const typed = (await answer(isSecret)).trim();
    if (typed === '' && old) return old;
    if (isOptional && (typed === '' || typed === 'none')) return '';
    const value = unwrap(name, typed);
    const wrong = value === '' ? `${name} is missing.` : wrongWith(setting, value);
    if (wrong === null) return value;
    console.log(wrong);
  }
};

const ownPassword = async (): Promise<string> => {
  for (;;) {
    const typed = await answer(true);
    if (typed === '') {
      const made = newPassword();
      console.log(`Your password, told this once; write it down: ${made}`);
      return hashPassword(made);
    }
    if (typed.length < MIN_PASSWORD) {
      console.log(`That is less than ${MIN_PASSWORD} characters.`);
      continue;
    }
    console.log('The same once more:');
    if ((await answer(true)) === typed) return hashPassword(typed);
    console.log('These were two different ones. Begin again.');
  }
};

/** Whether a service takes the answer, by the doctor's own checks; what it does not take is told. */
const isTaken = (checks: readonly Check[]): boolean => {
  const wrong = checks.filter(({ state }) => state !== 'ok');
  for (const { says, next } of wrong) console.log(`${says} ${next}`);
  return wrong.length === 0;
};

const stripeKey = async (setting: Setting, { env, stripeUrl }: Shop): Promise<string> => {
  for (;;) {
    const secretKey = await typedFor(setting, env);
    const client = createStripeClient({ secretKey, apiUrl: stripeUrl });
    if (!isTaken(await keyChecks(client))) continue;
    console.log(
      modeOf(secretKey) === 'live'
        ? "Stripe's live mode: payments are real, with npm start too."
        : "Stripe's test mode: no money moves.",
    );
    return secretKey;
  }
};

const redisToken = async (setting: Setting, shop: Shop): Promise<string> => {
  for (;;) {
    const token = await typedFor(setting, shop.env);
    const url = shop.env.get('UPSTASH_REDIS_REST_URL') ?? '';
    if (isTaken(await redisChecks(createRedisClient({ url, token }), { isBeside: false }))) {
      console.log('The database can be written and read.');
      return token;
    }
    for (const one of ASKED.filter(({ name }) => name === 'UPSTASH_REDIS_REST_URL')) {
      await askFor(one, shop);
    }
    heading(setting);
  }
};

type Obtain = (setting: Setting, shop: Shop) => Promise<string>;

const OWN_WAYS: Readonly<Record<string, Obtain>> = {
  STRIPE_SECRET_KEY: stripeKey,
  UPSTASH_REDIS_REST_TOKEN: redisToken,
  ADMIN_PASSWORD: ownPassword,
  SIGNING_SECRET: async () => {
    console.log('Made. Nobody needs to know it.');
    return newSecret();
  },
};

const heading = ({ name, title = name, help = [] }: Setting): void =>
  console.log([`\n${styleText('bold', title)} (${name})`, ...help].join('\n'));

/** Asks until the answer is right, and stores it. */
export const askFor = async (setting: Setting, shop: Shop): Promise<void> => {
  const { env } = shop;
  const { name } = setting;
  heading(setting);
  const old = env.get(name) ?? '';
  const fault = faultOf(setting, env);
  if (fault) console.log(`What .env holds is wrong: ${fault}`);
  const value = await (OWN_WAYS[name] ?? ((own) => typedFor(own, env)))(setting, shop);
  const outdated = outdatedBy(name, old, value).filter((other) => env.get(other));
  if (outdated.length > 0) console.log(`${outdated.join(', ')} belonged to the one before.`);
  env.set({ [name]: value, ...Object.fromEntries(outdated.map((other) => [other, ''])) });
};
