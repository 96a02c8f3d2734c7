import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { createStripeClient } from '../../clients/stripe.ts';
import { Unavailable } from '../../clients/unavailable.ts';
import { envSchema, readBy } from '../../env.ts';
import type { Setting } from '../../admin/health/settings-table.ts';
import { ROOT } from '../../local/settings.ts';
import { openEnvFile } from './env-file.ts';
import { explainStripe, mendWebhook } from '../mend-webhook.ts';
import { netlifyCommands } from './netlify-commands.ts';
import { BrokenOff, answer, askFor } from './ask.ts';
import { nextSteps, overview } from './print.ts';
import { ASKED, faultOf, modeOf } from './state.ts';
import { askForZone, isZoneOpen } from './time-zone.ts';

/** `npm run setup`: asks an owner for what the shop needs to go live, and keeps it in `.env`. */
const COMMANDS = '.netlify/settings.sh';

const env = openEnvFile(path.join(ROOT, '.env'));
const { STRIPE_API_URL: stripeUrl } = readBy(z.pick(envSchema, { STRIPE_API_URL: true }), {
  STRIPE_API_URL: process.env['STRIPE_API_URL'] || env.get('STRIPE_API_URL'),
});
const shop = { env, stripeUrl };

/** It comes with an endpoint that is made, and is asked for only where the endpoint is there already. */
const isOfEndpoint = ({ name }: Setting): boolean => name === 'STRIPE_WEBHOOK_SECRET';
const BEFORE = ASKED.filter((setting) => !isOfEndpoint(setting));

const askForDue = async (): Promise<void> => {
  // Before all else, and so never again once the first of them has its answer.
  const isFirst = BEFORE.slice(0, 1).some((setting) => faultOf(setting, env) !== null);
  if (isFirst && isZoneOpen()) await askForZone();
  for (const setting of BEFORE) {
    if (faultOf(setting, env) !== null) await askFor(setting, shop);
  }
};

/** False for Enter: nothing is to be changed. */
const changeOne = async (): Promise<boolean> => {
  console.log(overview(env));
  console.log('Type a number to change that one, or press Enter to go on.');
  const typed = await answer();
  const setting = ASKED[Number(typed) - 1];
  if (setting) await askFor(setting, shop);
  return typed.trim() !== '';
};

const settleWebhook = async (): Promise<void> => {
  const secretKey = env.get('STRIPE_SECRET_KEY') ?? '';
  console.log(`\nThe webhook endpoint in Stripe's ${modeOf(secretKey)} mode`);
  const client = createStripeClient({ secretKey, apiUrl: stripeUrl });
  await mendWebhook(client, env.get('PUBLIC_SITE_URL') ?? '', {
    line: (text) => console.log(text),
    secret: (secret) => env.set({ STRIPE_WEBHOOK_SECRET: secret }),
  });
  for (const setting of ASKED.filter(isOfEndpoint)) {
    if (faultOf(setting, env) !== null) await askFor(setting, shop);
  }
};

const writeCommands = (): void => {
  const file = path.join(ROOT, COMMANDS);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, netlifyCommands(env), { mode: 0o600 });
  chmodSync(file, 0o600);
};

const run = async (again: readonly string[]): Promise<void> => {
  const isNew = BEFORE.every(({ name }) => !env.get(name));
  const isAllThere = BEFORE.every((setting) => faultOf(setting, env) === null);
  console.log(
    'Each answer is kept in .env at once. Break off with Ctrl-C, and run this again to go on.',
  );
  if (!isNew && !isAllThere) console.log(overview(env));
  for (const setting of ASKED) {
    if (again.includes(setting.name)) await askFor(setting, shop);
  }
  await askForDue();
  if (isAllThere && again.length === 0) while (await changeOne()) await askForDue();
  await settleWebhook();
  writeCommands();
  console.log(nextSteps(env, COMMANDS));
};

const explain = (error: unknown): string => {
  if (error instanceof BrokenOff) return 'Broken off. npm run setup goes on from here.';
  if (error instanceof Unavailable) return `${explainStripe(error)} Then run npm run setup again.`;
  return error instanceof Error ? error.message : 'unknown';
};

const start = async (): Promise<void> => {
  const options = { again: { type: 'string', multiple: true, default: [] as string[] } } as const;
  const { again } = parseArgs({ options }).values;
  const names = ASKED.map(({ name }): string => name);
  const unknown = again.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new Error(`There is no setting "${unknown}". There are ${names.join(', ')}.`);
  }
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new Error('npm run setup asks questions: run it in a terminal, without a pipe.');
  }
  await run(again);
};

await start().catch((error: unknown) => {
  console.error(explain(error));
  process.exitCode = 1;
});
