import { styleText } from 'node:util';
import { isLiveKey } from '../../env.ts';
import { ASKED, shown } from './answers.ts';
import type { EnvFile } from './env-file.ts';

const WIDEST = Math.max(...ASKED.map(({ name }) => name.length));

/** The current settings, one numbered line each. */
export const overview = (env: EnvFile): string => {
  const lines = ASKED.map(
    (setting, i) =>
      `  ${i + 1}  ${setting.name.padEnd(WIDEST)}  ${shown(setting, env.get(setting.name))}`,
  );
  return [`\n${styleText('bold', 'Your settings in .env')}`, ...lines].join('\n');
};

const quoted = (value: string): string => `'${value.replaceAll("'", String.raw`'\''`)}'`;

/**
 * A script that sets the settings for the live shop. `netlify env:import` would print every value, mark none as secret,
 * and set them for previews too. A secret has to name its contexts.
 */
export const netlifyCommands = (env: EnvFile): string => {
  const lines = ASKED.flatMap(({ name, isSecret }) => {
    const value = env.get(name);
    if (!value) return [];
    const secret = isSecret ? ' --secret' : '';
    return [`netlify env:set ${name} ${quoted(value)}${secret} --context production --force\n`];
  });
  return `# Created by npm run setup from .env. It holds secrets, so keep it private.\nset -e\n${lines.join('')}`;
};

const TEST = [
  '5. Buy a guide with the card 4242 4242 4242 4242, and refund it in Stripe.',
  '6. When everything works, run npm run setup -- --again STRIPE_SECRET_KEY with the live key.',
  '   Then copy the settings to Netlify, deploy, and buy once more.',
];
const LIVE = ['5. Buy a guide once with your own card, and refund it in Stripe.'];

export const nextSteps = (env: EnvFile, commands: string): string =>
  [
    `\n${styleText('bold', 'All set. What’s next')}`,
    `1. Copy the settings to Netlify with the commands in ${commands}:`,
    '     npm install --global netlify-cli',
    '     netlify login',
    '     netlify link',
    `     sh ${commands}`,
    '   Or by hand, on Netlify > Project configuration > Environment variables: each name and value in',
    '   that file, for the production context, as a secret where it says --secret.',
    '2. Deploy: Netlify > Deploys > Trigger deploy.',
    '3. Run npm run doctor to see what’s still missing. It also mentions a test key.',
    `4. Log in at ${env.get('PUBLIC_SITE_URL')}/admin-upload, and upload a PDF for each guide.`,
    ...(isLiveKey(env.get('STRIPE_SECRET_KEY') ?? '') ? LIVE : TEST),
  ].join('\n');
