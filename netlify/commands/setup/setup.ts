import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { createStripeClient } from '../../clients/stripe.ts';
import { Unavailable } from '../../clients/unavailable.ts';
import { envSchema, readBy } from '../../env.ts';
import { ROOT } from '../../local/settings.ts';
import type { Setting } from '../../admin/health/settings-table.ts';
import { explainUnavailable, runCommand } from '../run.ts';
import { mendWebhook, modeOf } from '../webhook.ts';
import { ASKED, faultOf } from './answers.ts';
import { answer, askFor } from './ask.ts';
import { openEnvFile, writePrivately } from './env-file.ts';
import { askForZone, isZoneOpen } from './time-zone.ts';
import { netlifyCommands, nextSteps, overview } from './words.ts';

/** `npm run setup`: asks the owner for the settings that the shop needs to go live, and saves them in `.env`. */
const COMMANDS = '.netlify/settings.sh';

const env = openEnvFile(path.join(ROOT, '.env'));
const { STRIPE_API_URL: stripeUrl } = readBy(z.pick(envSchema, { STRIPE_API_URL: true }), {
  STRIPE_API_URL: process.env['STRIPE_API_URL'] || env.get('STRIPE_API_URL'),
});
const shop = { env, stripeUrl };

const isDue = (setting: Setting): boolean => faultOf(setting, env) !== null;

/** A new endpoint brings the webhook's secret. It is asked for only where the endpoint already exists. */
const BEFORE_WEBHOOK = ASKED.filter(({ name }) => name !== 'STRIPE_WEBHOOK_SECRET');

const askForDue = async (settings: readonly Setting[]): Promise<void> => {
  // Asked first, and never again once the first setting has its answer.
  if (settings.slice(0, 1).some(isDue) && isZoneOpen()) await askForZone();
  for (const setting of settings) {
    if (isDue(setting)) await askFor(setting, shop);
  }
};

/** false for Enter, which changes nothing. */
const changeOne = async (): Promise<boolean> => {
  console.log(overview(env));
  console.log('Type a number to change that one, or press Enter to continue.');
  const typed = await answer();
  const setting = ASKED[Number(typed) - 1];
  if (setting) await askFor(setting, shop);
  return typed.trim() !== '';
};

const settleWebhook = async (): Promise<void> => {
  const secretKey = env.get('STRIPE_SECRET_KEY') ?? '';
  console.log(`\nThe webhook endpoint in Stripe's ${modeOf(secretKey)} mode`);
  const client = createStripeClient({ secretKey, apiUrl: stripeUrl });
  const siteUrl = env.get('PUBLIC_SITE_URL') ?? '';
  await mendWebhook(client, siteUrl, (secret) => env.set({ STRIPE_WEBHOOK_SECRET: secret })).catch(
    (error: unknown) => {
      if (!(error instanceof Unavailable)) throw error;
      throw new Error(`${explainUnavailable(error)} Then run npm run setup again.`);
    },
  );
  await askForDue(ASKED);
};

const run = async (): Promise<void> => {
  const options = { again: { type: 'string', multiple: true, default: [] as string[] } } as const;
  const { again } = parseArgs({ options }).values;
  const names = ASKED.map(({ name }): string => name);
  const unknown = again.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new Error(`There’s no setting "${unknown}". Choose one of ${names.join(', ')}.`);
  }
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new Error('npm run setup asks questions, so run it in a terminal, without a pipe.');
  }
  const isNew = BEFORE_WEBHOOK.every(({ name }) => !env.get(name));
  const isAllThere = !BEFORE_WEBHOOK.some(isDue);
  console.log(
    'Each answer is saved in .env right away. Press Ctrl-C to stop, and run this again to continue.',
  );
  if (!isNew && !isAllThere) console.log(overview(env));
  for (const setting of ASKED) {
    if (again.includes(setting.name)) await askFor(setting, shop);
  }
  await askForDue(BEFORE_WEBHOOK);
  if (isAllThere && again.length === 0) while (await changeOne()) await askForDue(BEFORE_WEBHOOK);
  await settleWebhook();
  mkdirSync(path.join(ROOT, path.dirname(COMMANDS)), { recursive: true });
  writePrivately(path.join(ROOT, COMMANDS), netlifyCommands(env));
  console.log(nextSteps(env, COMMANDS));
};

await runCommand(run);
