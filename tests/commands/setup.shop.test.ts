import { expect, test } from 'vitest';
import { isPassword } from '../../netlify/admin/password.ts';
import { readEnv } from '../../netlify/env.ts';
import { SECRET_KEY } from '../stripe/harness.ts';
import { runCommand } from './run-command.ts';
import { CTRL_C, REDIS, SITE, ownersProject } from './owners-project.ts';

const { project, startAndOpen, stored, modeOf } = ownersProject();

const COMMANDS = '.netlify/settings.sh';
const isSecret = (name: string) => !/^PUBLIC_|^(MAIL_FROM|OWNER_EMAIL)$|_URL$/.test(name);

test('a new owner is led to an .env that the shop runs with, and to the commands for Netlify', async () => {
  const { open, endpoints } = await startAndOpen();
  const terminal = open();
  await terminal.walk();
  expect(await terminal.end()).toBe(0);

  const settings = stored();
  expect(readEnv(settings)).toMatchObject({
    PUBLIC_SITE_URL: SITE,
    STRIPE_SECRET_KEY: SECRET_KEY,
    UPSTASH_REDIS_REST_URL: REDIS.url,
    UPSTASH_REDIS_REST_TOKEN: REDIS.token,
    STRIPE_WEBHOOK_SECRET: expect.stringMatching(/^whsec_\w{32}$/),
    SIGNING_SECRET: expect.stringMatching(/^[\da-f]{64}$/),
    MAIL_API_KEY: 're_of_the_owner',
    MAIL_FROM: 'Coins <hello@shop.example>',
  });
  expect(settings).toMatchObject({
    PUBLIC_SUPPORT_EMAIL: 'help@shop.example',
    PUBLIC_ADS_CONVERSION: '',
  });
  expect(modeOf('.env')).toBe(0o600);
  expect((await endpoints.list()).data).toMatchObject([{ url: `${SITE}/api/stripe-webhook` }]);

  const screen = terminal.screen();
  const [, password = ''] = /write it down: (\S+)/.exec(screen) ?? [];
  expect(await isPassword(password, settings['ADMIN_PASSWORD'] ?? '')).toBe(true);
  expect(screen.split(password)).toHaveLength(2);
  const secrets = Object.entries(settings).filter(([name]) => isSecret(name));
  expect(secrets).toHaveLength(7);
  for (const [, secret] of secrets) expect(screen).not.toContain(secret);
  expect(screen).toContain("Stripe's test mode: no money moves.");
  expect(screen).toContain('npm run doctor');
  expect(screen).toContain('4242 4242 4242 4242');

  expect(modeOf(COMMANDS)).toBe(0o600);
  const lines = project.read(COMMANDS).split('\n');
  const sets = lines.filter((line) => line.startsWith('netlify'));
  expect(sets).toHaveLength(12);
  for (const line of sets) {
    const [, name = '', value, marks] = /^netlify env:set (\w+) '(.+)'( .+)$/.exec(line) ?? [];
    expect(value).toBe(settings[name]);
    expect(marks).toBe(`${isSecret(name) ? ' --secret' : ''} --context production --force`);
  }
});

test('an owner who stops, or closes the window, goes on with the next question', async () => {
  const { open } = await startAndOpen();
  const stopped = open();
  await stopped.walk(0, 4);
  await stopped.answer('(UPSTASH_REDIS_REST_TOKEN)', `half of it${CTRL_C}`);
  expect(await stopped.end()).toBe(1);
  expect(stopped.screen()).toContain('Run npm run setup again to continue from here');

  const closed = open();
  await closed.walk(4, 7);
  expect(closed.screen()).not.toContain('(UPSTASH_REDIS_REST_URL)');
  await closed.see('(MAIL_FROM)');
  await closed.close();

  const last = open();
  await last.walk(7);
  expect(await last.end()).toBe(0);
  expect(readEnv(stored()).PUBLIC_SITE_URL).toBe(SITE);
});

const pipeInto = (...args: string[]) =>
  runCommand('setup/setup', args, { cwd: project.root, typed: `${SITE}\n` });

test('without a terminal it says so and changes nothing', async () => {
  const err = expect.stringContaining('terminal');
  expect(await pipeInto()).toEqual({ code: 1, out: '', err });
  expect(stored()).toEqual({});
  const refused = await pipeInto('--again', 'STRIPE_KEY');
  expect(refused.code).toBe(1);
  expect(refused.err).toContain('no setting "STRIPE_KEY". Choose one of PUBLIC_SITE_URL, ');
});
