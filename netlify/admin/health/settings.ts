import type * as z from 'zod/mini';
import type { Check } from '#contract/health.ts';
import { envSchema, isLiveKey } from '../../env.ts';
import { fault, ok, warning } from './check.ts';
import { type Place, SETTINGS, type Setting } from './settings-table.ts';

type Given = Readonly<Record<string, string | undefined>>;

const FORMS: Readonly<Record<string, z.ZodMiniType | undefined>> = envSchema.shape;

/** What is wrong with a value in a shop at that place, as far as it tells that by itself; null for nothing. */
export const judge = (setting: Setting, value: string, place: Place): Check | null => {
  const { name, rules = [], advice, cure } = setting;
  const next = `${cure} Set it on Netlify and in .env, and deploy.`;
  const refused = FORMS[name]?.safeParse(value).error?.issues[0]?.message;
  if (refused !== undefined) return fault(name, `It ${refused}.`, next);
  const [, wrong] = rules.find(([isRight]) => !isRight(value, place)) ?? [];
  if (wrong !== undefined) return fault(name, wrong, next);
  return advice && !advice[0](value, place) ? warning(name, advice[1], next) : null;
};

const lack = ({ name, isOptional, missing, cure }: Setting): Check[] => {
  if (missing === undefined) return [];
  const next = `${cure} npm run setup asks for it.`;
  return [isOptional ? warning(name, missing, next) : fault(name, missing, next)];
};

/** A key whose mode is not that of the place. */
const modeChecks = (key: string, place: Place): Check[] => {
  const name = 'STRIPE_SECRET_KEY';
  if (!/^[sr]k_(live|test)_/.test(key) || isLiveKey(key) === (place === 'live')) return [];
  if (place === 'live') {
    const next = 'Set the live key (sk_live_...) on Netlify, for the production context alone.';
    return [fault(name, 'It is a test key in the live shop: guides go for no money.', next)];
  }
  const where = place === 'preview' ? 'a preview' : 'a shop on this machine';
  const next = 'Set a test key (sk_test_...) there, and the live key for production alone.';
  return [fault(name, `It is a live key in ${where}: whoever tries it out pays.`, next)];
};

/** What is wrong with the settings, as far as they tell it by themselves; all of it at once. */
export const settingsChecks = (given: Given, place: Place): readonly Check[] => {
  const of = (name: string): string => given[name]?.trim() ?? '';
  const hasMail = of('MAIL_API_KEY') !== '' || of('MAIL_FROM') !== '';
  const wrong = SETTINGS.flatMap((setting) => {
    if (setting.needs && !hasMail) return [];
    const value = of(setting.name);
    if (value === '') return lack(setting);
    return judge(setting, value, place) ?? [];
  });
  if (of('MAIL_FROM') !== '' && of('MAIL_API_KEY') === '') {
    const says = 'It is missing: without it the shop sends no mail.';
    const setting = SETTINGS.find(({ name }) => name === 'MAIL_API_KEY');
    if (setting) wrong.push(...lack({ ...setting, isOptional: false, missing: says }));
  }
  wrong.push(...modeChecks(of('STRIPE_SECRET_KEY'), place));
  return wrong.length > 0 ? wrong : [ok('Settings', 'All are there, and as they should be.')];
};
