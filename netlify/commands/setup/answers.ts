import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { judge } from '../../admin/health/settings.ts';
import { SETTINGS, type Setting } from '../../admin/health/settings-table.ts';
import { ROOT } from '../../local/settings.ts';
import { modeOf } from '../webhook.ts';
import type { EnvFile } from './env-file.ts';

/** The settings in the order of the questions. */
export const ASKED = SETTINGS.filter(({ title }) => title !== undefined);

const EXAMPLE = readFileSync(path.join(ROOT, '.env.example'), 'utf8');

/** What a setting is and where to find its value: the comment above it in `.env.example`. */
export const helpFor = (name: string): string => {
  const [, comment = ''] = new RegExp(`((?:^# .*\n)*)^${name}=`, 'm').exec(EXAMPLE) ?? [];
  return comment.replaceAll(/^# /gm, '').trimEnd();
};

/** A value as it is stored. Consoles also copy it with its quotes, or as the whole line. */
export const unwrap = (name: string, given: string): string => {
  const line = given.startsWith(`${name}=`) ? given : `${name}=${given}`;
  const value = parseEnv(line)[name]?.trim() ?? '';
  return name === 'PUBLIC_SITE_URL' && URL.canParse(value) && value.startsWith('http')
    ? new URL(value).origin
    : value;
};

/** What is wrong with a value in the live shop, and the cure; null for nothing. */
export const wrongWith = (setting: Setting, value: string): string | null => {
  const wrong = judge(setting, value, 'live');
  return wrong && `${setting.name}: ${wrong.says} ${setting.cure}`;
};

/** What is wrong with the stored value; '' where it was never set, null where it is right. */
export const faultOf = (setting: Setting, env: EnvFile): string | null => {
  const { name, isOptional, needs } = setting;
  if (needs && !env.get(needs)) return null;
  const value = env.get(name);
  if (!value) return isOptional && value === '' ? null : '';
  return wrongWith(setting, value);
};

/** A value as it may be shown: the end of a secret, and nothing of what may be a typed password. */
export const shown = (setting: Setting, value: string | undefined): string => {
  if (!value) return value === '' ? 'none' : '-';
  if (!setting.isSecret) return value;
  if (wrongWith(setting, value) !== null) return '...';
  const mode = setting.name === 'STRIPE_SECRET_KEY' ? `, ${modeOf(value)} mode` : '';
  return `...${value.slice(-4)}${mode}`;
};
