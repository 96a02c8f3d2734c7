import { styleText } from 'node:util';
import { hashPassword } from '../admin/password.ts';
import { createStripeClient } from '../clients/stripe.ts';
import { Unavailable } from '../clients/unavailable.ts';
import { newPassword, newSecret } from '../local/secrets.ts';
import { ask } from './ask.ts';
import type { EnvFile } from './env-file.ts';
import { type SettingName, readForm } from './setup-forms.ts';
import { SETTINGS, type Setting } from './setup-settings.ts';
import { faultOf, modeOf, outdatedBy, shown } from './setup-state.ts';
import { explainStripe } from './stripe-words.ts';
import { tryRedis } from './try-redis.ts';

const MIN_PASSWORD = 12;

/** The owner had enough; what was answered is kept. */
export class BrokenOff extends Error {}

export const answer = async (prompt: string, isSecret = false): Promise<string> => {
  const typed = await ask(prompt, { isSecret });
  if (typed === null) throw new BrokenOff();
  return typed;
};

type Shop = { readonly env: EnvFile; readonly stripeUrl: URL | undefined };

/** What of its form is right; '' for a setting that is left out. Enter keeps what is there. */
const typedFor = async (setting: Setting, env: EnvFile): Promise<string> => {
  const { name, isSecret, isOptional } = setting;
  const old = faultOf(setting, env) === null ? env.get(name) : '';
  if (old) console.log(`Now: ${shown(setting, old)}. Press Enter to keep it.`);
  if (isOptional) console.log(old ? 'Type none to leave it out.' : 'Press Enter to leave it out.');
  for (;;) {
    const typed = (await answer(isSecret ? '(not shown) > ' : '> ', isSecret)).trim();
    if (typed === '' && old) return old;
    if (isOptional && (typed === '' || typed === 'none')) return '';
    const form = readForm(name, typed);
    if ('value' in form) return form.value;
    console.log(form.wrong);
  }
};

const password = async (): Promise<string> => {
  for (;;) {
    const typed = await answer('(not shown) > ', true);
    if (typed === '') {
      const made = newPassword();
      console.log(`Your password, told this once; write it down: ${made}`);
      return hashPassword(made);
    }
    if (typed.length < MIN_PASSWORD) console.log(`That is less than ${MIN_PASSWORD} characters.`);
    else if ((await answer('The same once more > ', true)) === typed) return hashPassword(typed);
    else console.log('These were two different ones. Begin again.');
  }
};

const stripeKey = async (setting: Setting, { env, stripeUrl }: Shop): Promise<string> => {
  for (;;) {
    const secretKey = await typedFor(setting, env);
    const { ask: askStripe } = createStripeClient({ secretKey, apiUrl: stripeUrl });
    try {
      await askStripe((stripe) => stripe.webhookEndpoints.list({ limit: 1 }));
      console.log(
        modeOf(secretKey) === 'live'
          ? "Stripe's live mode: payments are real, with npm start too."
          : "Stripe's test mode: no money moves.",
      );
      return secretKey;
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      console.log(explainStripe(error));
    }
  }
};

const redisToken = async (setting: Setting, shop: Shop): Promise<string> => {
  for (;;) {
    const token = await typedFor(setting, shop.env);
    const trouble = await tryRedis(shop.env.get('UPSTASH_REDIS_REST_URL') ?? '', token);
    if (trouble === null) {
      console.log('The database can be written and read.');
      return token;
    }
    console.log(trouble.says);
    const url = SETTINGS.find(({ name }) => name === 'UPSTASH_REDIS_REST_URL');
    if (url && !trouble.ofTokenAlone) {
      await askFor(url, shop);
      heading(setting);
    }
  }
};

type Obtain = (setting: Setting, shop: Shop) => Promise<string>;

const OWN_WAYS: Partial<Record<SettingName, Obtain>> = {
  STRIPE_SECRET_KEY: stripeKey,
  UPSTASH_REDIS_REST_TOKEN: redisToken,
  ADMIN_PASSWORD: password,
  SIGNING_SECRET: async () => {
    console.log('Made. Nobody needs to know it.');
    return newSecret();
  },
};

const heading = ({ name, title, help }: Setting): void =>
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
