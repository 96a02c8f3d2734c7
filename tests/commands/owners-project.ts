import { existsSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeEach } from 'vitest';
import { copyProject } from '../project.ts';
import { hostedServices } from '../shop/hosted-services.ts';
import { SECRET_KEY, start } from '../stripe/harness.ts';
import { skipWithout } from '../tools.ts';
import { type Terminal, openTerminal } from './owner-terminal.ts';

export const SITE = 'https://shop.example';
/** Where the commands for Netlify are written. */
export const COMMANDS = '.netlify/settings.sh';

const { environment } = await hostedServices();
const { UPSTASH_REDIS_REST_URL = '', UPSTASH_REDIS_REST_TOKEN = '' } = environment;
export const REDIS = { url: UPSTASH_REDIS_REST_URL, token: UPSTASH_REDIS_REST_TOKEN } as const;

/** What a new owner is asked, in that order, with answers that are right. */
export const WALK: readonly (readonly [question: string, answer: string])[] = [
  ['(PUBLIC_SITE_URL)', SITE],
  ['(PUBLIC_SUPPORT_EMAIL)', 'help@shop.example'],
  ['(STRIPE_SECRET_KEY)', SECRET_KEY],
  ['(UPSTASH_REDIS_REST_URL)', REDIS.url],
  ['(UPSTASH_REDIS_REST_TOKEN)', REDIS.token],
  ['(ADMIN_PASSWORD)', ''],
  ['(MAIL_API_KEY)', 're_of_the_owner'],
  ['(MAIL_FROM)', 'Coins <hello@shop.example>'],
  ['(MAIL_WEBHOOK_SECRET)', 'whsec_b2YgdGhlIG93bmVy'],
  ['(OWNER_EMAIL)', 'owner@shop.example'],
  ['(PUBLIC_ADS_CONVERSION)', ''],
];

export const walk = async (terminal: Terminal, questions = WALK): Promise<void> => {
  for (const [question, answer] of questions) await terminal.answer(question, answer);
};

/** A copy of the project for the test file that calls it; each test begins without its `.env`. */
export const ownersProject = () => {
  const project = copyProject(['.env.example']);
  afterAll(project.remove);
  const envFile = path.join(project.root, '.env');
  beforeEach((context) => {
    skipWithout('script', context);
    rmSync(envFile, { force: true });
  });

  /** A Stripe, and how the command is run before it. */
  const startAndOpen = async () => {
    const { origin, stripe } = await start();
    const open = () => openTerminal(project.root, { STRIPE_API_URL: origin });
    return { open, endpoints: stripe.webhookEndpoints };
  };

  return {
    project,
    envFile,
    startAndOpen,
    /** What `.env` holds. */
    stored: () => (existsSync(envFile) ? parseEnv(project.read('.env')) : {}),
    modeOf: (file: string) => statSync(path.join(project.root, file)).mode & 0o777,
  };
};
