import type * as z from 'zod/mini';
import type { Check } from '#contract/health.ts';
import { envSchema, isLiveKey } from '../../platform/env.ts';
import { type Finding, checkOf, fault, ok, warning } from './check.ts';
import { type Stage, SETTINGS, type Setting } from './settings-table.ts';

type Given = Readonly<Record<string, string | undefined>>;

const FORMS: Readonly<Record<string, z.ZodMiniType | undefined>> = envSchema.shape;

/** What is wrong with a value at that stage of the shop, judged by the value alone. Null if nothing is. */
const judge = (setting: Setting, value: string, stage: Stage): Finding | null => {
  const { name, rules = [], advice, cure } = setting;
  const next = `${cure} Set it on Netlify and in .env, then deploy.`;
  const refused = FORMS[name]?.safeParse(value).error?.issues[0]?.message;
  if (refused !== undefined) return fault(`It ${refused}.`, next);
  const [, wrong] = rules.find(([isRight]) => !isRight(value, stage)) ?? [];
  if (wrong !== undefined) return fault(wrong, next);
  return advice && !advice[0](value, stage) ? warning(advice[1], next) : null;
};

/** A test key in a live shop, or the reverse. */
const modeFinding = (key: string, stage: Stage): Finding | null => {
  if (!/^[sr]k_(live|test)_/.test(key) || isLiveKey(key) === (stage === 'live')) return null;
  if (stage === 'live') {
    const next = 'Set the live key (sk_live_...) on Netlify, for the production context only.';
    return fault('It’s a test key in the live shop, so guides sell for no money.', next);
  }
  const where = stage === 'preview' ? 'a preview' : 'a shop on this computer';
  const next = 'Set a test key (sk_test_...) there, and the live key for production only.';
  return fault(`It’s a live key in ${where}, so anyone trying it out pays real money.`, next);
};

/** Everything that is wrong with the settings, judged by their values alone. */
export const settingsChecks = (given: Given, stage: Stage): readonly Check[] => {
  const of = (name = ''): string => given[name]?.trim() ?? '';
  const lack = ({ isOptional, neededBy, missing, cure }: Setting): Finding | null => {
    if ((isOptional && !missing) || (neededBy && !of(neededBy))) return null;
    const next = `${cure} See .env.example.`;
    return (isOptional && !neededBy ? warning : fault)(missing ?? 'It’s missing.', next);
  };
  const found = SETTINGS.flatMap((setting) => {
    const { name, needs } = setting;
    const value = of(name);
    if (needs && !of(needs)) return [];
    const own = value === '' ? lack(setting) : judge(setting, value, stage);
    const ofMode = name === 'STRIPE_SECRET_KEY' ? modeFinding(value, stage) : null;
    return [own, ofMode].filter((one) => one !== null).map((one) => checkOf(name, one));
  });
  if (found.length > 0) return found;
  return [checkOf('Settings', ok('All set correctly.'))];
};
