import { parseEnv } from 'node:util';
import { isLiveKey } from '../../env.ts';
import { judge } from '../../admin/health/settings.ts';
import { SETTINGS, type Setting } from '../../admin/health/settings-table.ts';
import type { EnvFile } from './env-file.ts';

/** In the order in which an owner is asked. */
export const ASKED = SETTINGS.filter(({ title }) => title !== undefined);

/** A sentence on what is wrong with a value in the live shop, and the cure; null for nothing. */
export const wrongWith = (setting: Setting, value: string): string | null => {
  const check = judge(setting, value, 'live');
  return check && `${setting.name}: ${check.says} ${setting.cure}`;
};

/** A value as it is stored: it may come with its quotes, or as the whole line, as consoles copy it. */
export const unwrap = (name: string, given: string): string => {
  const line = given.startsWith(`${name}=`) ? given : `${name}=${given}`;
  const value = parseEnv(line)[name]?.trim() ?? '';
  return name === 'PUBLIC_SITE_URL' && URL.canParse(value) && value.startsWith('http')
    ? new URL(value).origin
    : value;
};

/** What is wrong with what stands there, '' for nothing that an answer was given to; else null. */
export const faultOf = (setting: Setting, env: EnvFile): string | null => {
  const { name, isOptional, needs } = setting;
  if (needs && !env.get(needs)) return null;
  const value = env.get(name);
  if (!value) return isOptional && value === '' ? null : '';
  return wrongWith(setting, value);
};

export const modeOf = (secretKey: string): string => (isLiveKey(secretKey) ? 'live' : 'test');

/** What belongs to the value before, and is asked for anew: an endpoint's secret, a database's token. What is of no use without it, too. */
export const outdatedBy = (name: string, old: string, next: string): string[] => {
  if (old === next) return [];
  if (name === 'UPSTASH_REDIS_REST_URL') return ['UPSTASH_REDIS_REST_TOKEN'];
  if (next === '') return ASKED.filter(({ needs }) => needs === name).map((one) => one.name);
  const isOtherMode = name === 'STRIPE_SECRET_KEY' && modeOf(old) !== modeOf(next);
  return name === 'PUBLIC_SITE_URL' || isOtherMode ? ['STRIPE_WEBHOOK_SECRET'] : [];
};

/** A value as it may be shown: a secret by its end, but nothing of what may be a password as it is typed. */
export const shown = (setting: Setting, value: string | undefined): string => {
  if (!value) return value === '' ? 'none' : '-';
  if (!setting.isSecret) return value;
  if (wrongWith(setting, value) !== null) return '...';
  const mode = setting.name === 'STRIPE_SECRET_KEY' ? `, ${modeOf(value)} mode` : '';
  return `...${value.slice(-4)}${mode}`;
};
