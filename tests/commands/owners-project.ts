import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseEnv, stripVTControlCharacters } from 'node:util';
import { afterAll, beforeEach, expect } from 'vitest';
import { copyProject } from '../project.ts';
import { hostedServices } from '../shop/hosted-services.ts';
import { SECRET_KEY, start } from '../stripe/harness.ts';
import { skipWithout } from '../tools.ts';

export const CTRL_C = '\u0003';
export const SITE = 'https://shop.example';

const { environment } = await hostedServices();
const { UPSTASH_REDIS_REST_URL = '', UPSTASH_REDIS_REST_TOKEN = '' } = environment;
export const REDIS = { url: UPSTASH_REDIS_REST_URL, token: UPSTASH_REDIS_REST_TOKEN } as const;

/** What a new owner is asked, in that order, with right answers. */
const WALK: readonly (readonly [question: string, answer: string])[] = [
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

/** `npm run setup` on a terminal, which `script` of util-linux makes, with somebody who types. */
const openTerminal = (cwd: string, env: NodeJS.ProcessEnv) => {
  // The terminal of `script` has no width.
  const command = `stty cols 200; exec ${process.execPath} netlify/commands/setup/setup.ts`;
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    cwd,
    env: { ...process.env, TERM: 'xterm', TZ: 'UTC', ...env },
  });
  const ended = once(child, 'close');
  let raw = '';
  child.stdout.on('data', (chunk: Buffer) => (raw += chunk));
  const screen = () => stripVTControlCharacters(raw);
  let seen = 0;

  /** Waits until the words are shown, behind those that were seen before. */
  const see = async (words: string): Promise<void> => {
    await expect.poll(() => screen().slice(seen), { interval: 10 }).toContain(words);
    seen = screen().indexOf(words, seen) + words.length;
  };
  /** Waits for a question, and answers it, or breaks off where the answer ends with Ctrl-C. */
  const answer = async (question: string, line: string): Promise<void> => {
    await see(question);
    await see('◆');
    child.stdin.write(line.endsWith(CTRL_C) ? line : `${line}\r`);
  };
  return {
    screen,
    see,
    answer,
    walk: async (from = 0, to = WALK.length): Promise<void> => {
      for (const [question, line] of WALK.slice(from, to)) await answer(question, line);
    },
    end: async (): Promise<number> => Number((await ended)[0]),
    /** As whoever closes the window: the kernel hangs up on the command. */
    close: async (): Promise<void> => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};

/** A copy of the project for the test file that calls it. Each test begins without its `.env`. */
export const ownersProject = () => {
  const project = copyProject(['.env.example']);
  afterAll(project.remove);
  const envFile = path.join(project.root, '.env');
  beforeEach((context) => {
    skipWithout('script', context);
    rmSync(envFile, { force: true });
  });
  return {
    project,
    /** A Stripe, and how the command is run before it. */
    startAndOpen: async () => {
      const { origin, stripe } = await start();
      const open = (env: NodeJS.ProcessEnv = {}) =>
        openTerminal(project.root, { STRIPE_API_URL: origin, ...env });
      return { open, endpoints: stripe.webhookEndpoints };
    },
    stored: () => (existsSync(envFile) ? parseEnv(project.read('.env')) : {}),
    modeOf: (file: string) => statSync(path.join(project.root, file)).mode & 0o777,
  };
};
