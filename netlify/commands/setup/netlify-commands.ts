import type { EnvFile } from './env-file.ts';
import { ASKED } from './state.ts';

const quoted = (value: string): string => `'${value.replaceAll("'", String.raw`'\''`)}'`;

/**
 * A script that gives the settings to the live shop. Not a file for `netlify env:import`: that shows every value,
 * marks none as secret, and sets them for previews too. A secret has to name its contexts.
 */
export const netlifyCommands = (env: EnvFile): string => {
  const lines = ASKED.flatMap(({ name, isSecret }) => {
    const value = env.get(name);
    if (!value) return [];
    const secret = isSecret ? ' --secret' : '';
    return [`netlify env:set ${name} ${quoted(value)}${secret} --context production --force`];
  });
  return [
    '# By npm run setup, from .env. It holds secrets: for you alone.',
    'set -e',
    ...lines,
    '',
  ].join('\n');
};
