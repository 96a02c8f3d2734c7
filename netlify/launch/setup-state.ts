import { isLiveKey } from '../env.ts';
import type { EnvFile } from './env-file.ts';
import { type SettingName, readForm } from './setup-forms.ts';
import type { Setting } from './setup-settings.ts';

/** Of no use without MAIL_API_KEY. */
const OF_MAIL = ['MAIL_FROM', 'MAIL_WEBHOOK_SECRET', 'OWNER_EMAIL'] as const;

/** A sentence on what is wrong with what stands there, '' for nothing that an answer was given to; else null. */
export const faultOf = ({ name, isOptional, needs }: Setting, env: EnvFile): string | null => {
  if (needs && !env.get(needs)) return null;
  const value = env.get(name);
  if (!value) return isOptional && value === '' ? null : '';
  const form = readForm(name, value);
  return 'wrong' in form ? form.wrong : null;
};

export const modeOf = (secretKey: string): string => (isLiveKey(secretKey) ? 'live' : 'test');

/** What belongs to the value before, and is asked for anew: an endpoint's secret, a database's token. What is of no use without it, too. */
export const outdatedBy = (name: SettingName, old: string, next: string): SettingName[] => {
  if (old === next) return [];
  if (name === 'UPSTASH_REDIS_REST_URL') return ['UPSTASH_REDIS_REST_TOKEN'];
  if (name === 'MAIL_API_KEY' && next === '') return [...OF_MAIL];
  const isOtherMode = name === 'STRIPE_SECRET_KEY' && modeOf(old) !== modeOf(next);
  return name === 'PUBLIC_SITE_URL' || isOtherMode ? ['STRIPE_WEBHOOK_SECRET'] : [];
};

/** A value as it may be shown: a secret by its end, but nothing of what may be a password as it is typed. */
export const shown = ({ name, isSecret }: Setting, value: string | undefined): string => {
  if (!value) return value === '' ? 'none' : '-';
  if (!isSecret) return value;
  if ('wrong' in readForm(name, value)) return '...';
  const mode = name === 'STRIPE_SECRET_KEY' ? `, ${modeOf(value)} mode` : '';
  return `...${value.slice(-4)}${mode}`;
};
