import { judge } from '../../admin/health/settings.ts';
import { SETTINGS, type Setting } from '../../admin/health/settings-table.ts';
import { modeOf } from '../webhook.ts';
import type { EnvFile } from './env-file.ts';

/** In the order in which an owner is asked. */
export const ASKED = SETTINGS.filter(({ title }) => title !== undefined);

/** A sentence on what is wrong with a value in the live shop, and the cure; null for nothing. */
export const wrongWith = (setting: Setting, value: string): string | null => {
  const wrong = judge(setting, value, 'live');
  return wrong && `${setting.name}: ${wrong.says} ${setting.cure}`;
};

/** What is wrong with what stands there, '' for nothing that an answer was given to; else null. */
export const faultOf = (setting: Setting, env: EnvFile): string | null => {
  const { name, isOptional, needs } = setting;
  if (needs && !env.get(needs)) return null;
  const value = env.get(name);
  if (!value) return isOptional && value === '' ? null : '';
  return wrongWith(setting, value);
};

/** A value as it may be shown: a secret by its end, but nothing of what may be a password as it is typed. */
export const shown = (setting: Setting, value: string | undefined): string => {
  if (!value) return value === '' ? 'none' : '-';
  if (!setting.isSecret) return value;
  if (wrongWith(setting, value) !== null) return '...';
  const mode = setting.name === 'STRIPE_SECRET_KEY' ? `, ${modeOf(value)} mode` : '';
  return `...${value.slice(-4)}${mode}`;
};
