import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { hashPassword, isPassword } from '../../netlify/admin/password.ts';
import { readEnv } from '../../netlify/env.ts';
import { copyProject } from '../project.ts';
import { hostedServices } from '../shop/hosted-services.ts';
import { SECRET_KEY, start } from '../stripe/harness.ts';
import { CTRL_C, type Terminal, hasScript, openTerminal } from './owner-terminal.ts';

const SITE = 'https://shop.example';
const { environment, redisUrl } = await hostedServices();
const { UPSTASH_REDIS_REST_URL: URL = '', UPSTASH_REDIS_REST_TOKEN: TOKEN = '' } = environment;

const project = copyProject();
afterAll(project.remove);
const envFile = path.join(project.root, '.env');
const COMMANDS = '.netlify/settings.sh';
const CATALOGUE = 'content/catalog.json';
const stored = () => (existsSync(envFile) ? parseEnv(project.read('.env')) : {});
const modeOf = (file: string) => statSync(path.join(project.root, file)).mode & 0o777;

beforeEach(({ skip }) => {
  skip(!hasScript, '`script` of util-linux is not here');
  rmSync(envFile, { force: true });
  rmSync(path.join(project.root, COMMANDS), { force: true });
});

/** A Stripe, and how the command is run before it. */
const startAndOpen = async (secretKey = SECRET_KEY) => {
  const { origin, client, send } = await start({ secretKey });
  const open = (...args: string[]) =>
    openTerminal(project.root, { STRIPE_API_URL: origin }, ...args);
  return { open, endpoints: client(secretKey).webhookEndpoints, control: send };
};

/** What a new owner is asked, in that order, with answers that are right. */
const WALK: readonly (readonly [question: string, answer: string])[] = [
  ['(PUBLIC_SITE_URL)', SITE],
  ['(PUBLIC_SUPPORT_EMAIL)', 'help@shop.example'],
  ['(STRIPE_SECRET_KEY)', SECRET_KEY],
  ['(UPSTASH_REDIS_REST_URL)', URL],
  ['(UPSTASH_REDIS_REST_TOKEN)', TOKEN],
  ['(ADMIN_PASSWORD)', ''],
  ['(PUBLIC_ADS_CONVERSION)', ''],
];

const walk = async (terminal: Terminal, questions = WALK) => {
  for (const [question, answer] of questions) await terminal.answer(question, answer);
};

const ending = (secret = '') => `...${secret.slice(-4)}`;

test('a new owner is led to an .env that the shop runs with, and to the commands for Netlify', async () => {
  const { open, endpoints } = await startAndOpen();
  const terminal = open();
  await walk(terminal);
  expect(await terminal.end()).toBe(0);

  const settings = stored();
  expect(readEnv(settings)).toMatchObject({
    PUBLIC_SITE_URL: SITE,
    STRIPE_SECRET_KEY: SECRET_KEY,
    UPSTASH_REDIS_REST_URL: URL,
    UPSTASH_REDIS_REST_TOKEN: TOKEN,
    STRIPE_WEBHOOK_SECRET: expect.stringMatching(/^whsec_\w{32}$/),
    SIGNING_SECRET: expect.stringMatching(/^[\da-f]{64}$/),
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
  for (const secret of [
    SECRET_KEY,
    TOKEN,
    settings['SIGNING_SECRET'],
    settings['STRIPE_WEBHOOK_SECRET'],
    settings['ADMIN_PASSWORD'],
  ]) {
    expect(screen).not.toContain(secret);
  }
  expect(screen).toContain("Stripe's test mode: no money moves.");
  expect(screen).toContain('npm run doctor');
  expect(screen).toContain('4242 4242 4242 4242');

  expect(modeOf(COMMANDS)).toBe(0o600);
  const lines = project.read(COMMANDS).split('\n');
  const sets = lines.filter((line) => line.startsWith('netlify'));
  expect(sets).toHaveLength(8);
  for (const line of sets) {
    const [, name = '', value, marks] = /^netlify env:set (\w+) '(.+)'( .+)$/.exec(line) ?? [];
    expect(value).toBe(settings[name]);
    const isSecret = !name.startsWith('PUBLIC_') && name !== 'UPSTASH_REDIS_REST_URL';
    expect(marks).toBe(`${isSecret ? ' --secret' : ''} --context production --force`);
  }
});

test('broken off after each answer, it goes on with the next question, and loses nothing', async () => {
  const { open } = await startAndOpen();
  let before = '';
  for (const [index, [question, answer]] of WALK.slice(0, -1).entries()) {
    const terminal = open();
    await terminal.answer(question, answer);
    await terminal.answer(WALK[index + 1]?.[0] ?? '', `half of it${CTRL_C}`);
    expect(await terminal.end()).toBe(1);
    expect(terminal.screen()).toContain('npm run setup goes on from here');
    for (const [earlier] of WALK.slice(0, index)) expect(terminal.screen()).not.toContain(earlier);
    expect(project.read('.env').startsWith(before)).toBe(true);
    before = project.read('.env');
  }
  const last = open();
  await walk(last, WALK.slice(-1));
  expect(await last.end()).toBe(0);
  expect(readEnv(stored()).PUBLIC_SITE_URL).toBe(SITE);
});

test('a window that is closed loses nothing either', async () => {
  const { open } = await startAndOpen();
  const first = open();
  await walk(first, WALK.slice(0, 4));
  await first.see('(UPSTASH_REDIS_REST_TOKEN)');
  await first.close();
  const second = open();
  await walk(second, WALK.slice(4));
  expect(await second.end()).toBe(0);
  expect(readEnv(stored()).PUBLIC_SITE_URL).toBe(SITE);
});

const WRONG: readonly (readonly [question: string, answer: string, says: string])[] = [
  ['(PUBLIC_SITE_URL)', '', 'PUBLIC_SITE_URL is missing.'],
  ['(PUBLIC_SITE_URL)', 'shop.example', 'must be an http or https address.'],
  ['(PUBLIC_SITE_URL)', 'http://shop.example', 'with https:// in front.'],
  ['(PUBLIC_SITE_URL)', 'https://localhost:8888', "must be the shop's address on the web"],
  ['(PUBLIC_SITE_URL)', 'https://65a1--shop.netlify.app', 'this one is of a single deploy'],
  ['(PUBLIC_SUPPORT_EMAIL)', 'help at shop', 'must be an e-mail address'],
  ['(STRIPE_SECRET_KEY)', 'pk_test_1', 'a publishable key, pk_, is of no use here'],
  ['(STRIPE_SECRET_KEY)', 'sk_test_51••••1234', 'must be a whole secret key'],
  ['(STRIPE_SECRET_KEY)', 'sk_test_of_nobody', 'copy the key again'],
  ['(UPSTASH_REDIS_REST_URL)', 'rediss://a.upstash.io:6379', 'must be an http or https address.'],
  ['(UPSTASH_REDIS_REST_URL)', 'http://a.upstash.io', 'must be the REST url'],
  ['(UPSTASH_REDIS_REST_TOKEN)', 'AX 12', 'must be the whole token, without spaces'],
  ['(ADMIN_PASSWORD)', 'too-short', 'less than 12 characters'],
  ['(PUBLIC_ADS_CONVERSION)', 'AW-123', 'must be an account, a slash and a label'],
];

test('what is wrong is told in words and asked again, and none of it is stored', async () => {
  const { open } = await startAndOpen();
  const terminal = open();
  for (const [question, answer] of WALK) {
    await terminal.see(question);
    for (const [, wrong, says] of WRONG.filter(([of]) => of === question)) {
      await terminal.answer('', wrong);
      await terminal.see(says);
      expect(Object.values(stored())).not.toContain(wrong);
    }
    await terminal.answer('', answer);
  }
  expect(await terminal.end()).toBe(0);
});

test('a value is taken as consoles copy it: with its name and in quotes', async () => {
  const { open } = await startAndOpen();
  const terminal = open();
  await terminal.answer('(PUBLIC_SITE_URL)', `${SITE}/some/page?a=b`);
  await walk(terminal, WALK.slice(1, 3));
  await terminal.answer('(UPSTASH_REDIS_REST_URL)', `UPSTASH_REDIS_REST_URL="${URL}"`);
  await terminal.answer('(UPSTASH_REDIS_REST_TOKEN)', `"${TOKEN}"`);
  await walk(terminal, WALK.slice(5));
  expect(await terminal.end()).toBe(0);
  expect(stored()).toMatchObject({
    PUBLIC_SITE_URL: SITE,
    UPSTASH_REDIS_REST_URL: URL,
    UPSTASH_REDIS_REST_TOKEN: TOKEN,
  });
});

test('a password of the owner is typed twice, unseen, and kept as its hash', async () => {
  const { open } = await startAndOpen();
  const terminal = open();
  await walk(terminal, WALK.slice(0, 5));
  const password = ' correct horse, battery ';
  await terminal.answer('(ADMIN_PASSWORD)', password);
  await terminal.answer('once more', 'correct horse');
  await terminal.see('two different ones');
  await terminal.answer('', password);
  await terminal.answer('once more', password);
  await walk(terminal, WALK.slice(6));
  expect(await terminal.end()).toBe(0);
  expect(terminal.screen()).not.toContain('horse');
  expect(await isPassword(password, stored()['ADMIN_PASSWORD'] ?? '')).toBe(true);
});

/** All that is asked for, but the webhook's secret. */
const COMPLETE = `PUBLIC_SITE_URL=${SITE}
PUBLIC_SUPPORT_EMAIL=
STRIPE_SECRET_KEY=${SECRET_KEY}
UPSTASH_REDIS_REST_URL=${URL}
UPSTASH_REDIS_REST_TOKEN=${TOKEN}
SIGNING_SECRET=${'0123456789abcdef'.repeat(4)}
ADMIN_PASSWORD=${await hashPassword('the password of the owner')}
PUBLIC_ADS_CONVERSION=
`;

const GO_ON = 'press Enter to go on';

test('what an .env holds beside is kept to the letter, and what is wrong in it is asked for', async () => {
  const { open } = await startAndOpen();
  project.write(
    '.env',
    `# mine\nFOREIGN="two\nlines # none"\n${COMPLETE}`.replace(SITE, 'shop # soon'),
  );
  chmodSync(envFile, 0o644);
  const terminal = open();
  await terminal.see('What .env holds');
  await terminal.see('What .env holds is wrong: PUBLIC_SITE_URL must be');
  await terminal.answer('', SITE);
  expect(await terminal.end()).toBe(0);
  const secret = /^whsec_\w{32}$/.exec(stored()['STRIPE_WEBHOOK_SECRET'] ?? '')?.[0];
  expect(project.read('.env')).toBe(
    `# mine\nFOREIGN="two\nlines # none"\n${COMPLETE.replace(SITE, `${SITE} # soon`)}STRIPE_WEBHOOK_SECRET=${secret}\n`,
  );
  expect(modeOf('.env')).toBe(0o600);
  expect(project.read(COMMANDS)).not.toContain('FOREIGN');
});

test('a password that stands there as it is typed is not shown, and asked for to be hashed', async () => {
  const { open } = await startAndOpen();
  const password = 'correct horse';
  project.write('.env', COMPLETE.replace(/^ADMIN_PASSWORD=.*$/m, `ADMIN_PASSWORD=${password}`));
  const terminal = open();
  await terminal.see('ADMIN_PASSWORD must be a hash, not the password itself.');
  await terminal.answer('', password);
  await terminal.answer('once more', password);
  expect(await terminal.end()).toBe(0);
  expect(terminal.screen()).not.toContain('orse');
  expect(await isPassword(password, stored()['ADMIN_PASSWORD'] ?? '')).toBe(true);
});

test('where all is there it is shown, secrets by their ends, and one can be changed by its number', async () => {
  const { open, endpoints } = await startAndOpen();
  project.write('.env', COMPLETE);
  const first = open();
  await first.answer(GO_ON, '');
  expect(await first.end()).toBe(0);
  const before = project.read('.env');

  const terminal = open();
  await terminal.see(`STRIPE_SECRET_KEY         ${ending(SECRET_KEY)}, test mode`);
  await terminal.see(`UPSTASH_REDIS_REST_TOKEN  ${ending(TOKEN)}`);
  await terminal.answer(GO_ON, '2');
  await terminal.answer('(PUBLIC_SUPPORT_EMAIL)', 'help@shop.example');
  await terminal.see('help@shop.example');
  await terminal.answer(GO_ON, '2');
  await terminal.see('Now: help@shop.example.');
  await terminal.answer('', 'none');
  await terminal.answer(GO_ON, '4');
  await terminal.answer('(UPSTASH_REDIS_REST_URL)', '');
  await terminal.answer(GO_ON, '');
  expect(await terminal.end()).toBe(0);
  expect(project.read('.env')).toBe(before);
  expect((await endpoints.list()).data).toHaveLength(1);
  for (const secret of [SECRET_KEY, TOKEN, stored()['STRIPE_WEBHOOK_SECRET']]) {
    expect(terminal.screen()).not.toContain(secret);
  }
});

test('with the address of another database its token is asked for', async () => {
  const { open } = await startAndOpen();
  project.write('.env', COMPLETE);
  const terminal = open();
  await terminal.answer(GO_ON, '4');
  await terminal.answer('(UPSTASH_REDIS_REST_URL)', redisUrl);
  await terminal.see('UPSTASH_REDIS_REST_TOKEN belonged to the one before');
  await terminal.answer('(UPSTASH_REDIS_REST_TOKEN)', TOKEN);
  await terminal.answer(GO_ON, '');
  expect(await terminal.end()).toBe(0);
  expect(stored()).toMatchObject({
    UPSTASH_REDIS_REST_URL: redisUrl,
    UPSTASH_REDIS_REST_TOKEN: TOKEN,
  });
});

test('with the live key come the live mode, its own endpoint and its secret', async () => {
  const LIVE_KEY = 'sk_live_stand_in';
  const tried = await startAndOpen();
  project.write('.env', COMPLETE);
  const first = tried.open();
  await first.answer(GO_ON, '');
  expect(await first.end()).toBe(0);
  const { STRIPE_WEBHOOK_SECRET: testSecret } = stored();

  const { open, endpoints } = await startAndOpen(LIVE_KEY);
  const terminal = open('--again', 'STRIPE_SECRET_KEY');
  await terminal.answer(`Now: ${ending(SECRET_KEY)}, test mode.`, LIVE_KEY);
  await terminal.see("Stripe's live mode: payments are real");
  await terminal.see('STRIPE_WEBHOOK_SECRET belonged to the one before');
  await terminal.see('card of your own');
  expect(await terminal.end()).toBe(0);
  expect((await endpoints.list()).data).toMatchObject([{ livemode: true, status: 'enabled' }]);
  expect(stored()['STRIPE_SECRET_KEY']).toBe(LIVE_KEY);
  expect(stored()['STRIPE_WEBHOOK_SECRET']).toMatch(/^whsec_\w{32}$/);
  expect(stored()['STRIPE_WEBHOOK_SECRET']).not.toBe(testSecret);
});

test('the secret of an endpoint that is there already is asked for', async () => {
  const { open, endpoints } = await startAndOpen();
  project.write('.env', COMPLETE);
  const made = open();
  await made.answer(GO_ON, '');
  expect(await made.end()).toBe(0);
  const secret = stored()['STRIPE_WEBHOOK_SECRET'] ?? '';
  project.write('.env', COMPLETE);

  const terminal = open();
  await terminal.answer(GO_ON, '');
  await terminal.answer('(STRIPE_WEBHOOK_SECRET)', 'we_123');
  await terminal.see('must be a whole signing secret');
  await terminal.answer('', secret);
  expect(await terminal.end()).toBe(0);
  expect(stored()['STRIPE_WEBHOOK_SECRET']).toBe(secret);
  expect(terminal.screen()).not.toContain(secret);
  expect((await endpoints.list()).data).toHaveLength(1);
});

test('a Stripe that does not answer is told, and nothing is lost by it', async () => {
  const { open, control } = await startAndOpen();
  project.write('.env', COMPLETE);
  await control('PUT', 'faults', { api: { status: 500, times: 100 } });
  const terminal = open();
  await terminal.answer(GO_ON, '');
  await terminal.see('Stripe did not do it');
  await terminal.see('run npm run setup again');
  expect(await terminal.end()).toBe(1);
  expect(project.read('.env')).toBe(COMPLETE);
  await control('DELETE', 'faults');
  const later = open();
  await later.answer(GO_ON, '');
  expect(await later.end()).toBe(0);
});

const pipeInto = (...args: string[]) =>
  spawnSync(process.execPath, ['netlify/launch/setup.ts', ...args], {
    cwd: project.root,
    input: `${SITE}\n`,
    encoding: 'utf8',
  });

test('without a terminal it says so and changes nothing', async () => {
  expect(pipeInto()).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('terminal'),
  });
  expect(existsSync(envFile)).toBe(false);
  const { status, stderr } = pipeInto('--again', 'STRIPE_KEY');
  expect(status).toBe(1);
  expect(stderr).toContain('no setting "STRIPE_KEY". There are PUBLIC_SITE_URL, ');
});

test('for a token that the database does not know, address and token are asked for again', async () => {
  const { open } = await startAndOpen();
  const terminal = open();
  await walk(terminal, WALK.slice(0, 4));
  await terminal.answer('(UPSTASH_REDIS_REST_TOKEN)', 'of-another-database');
  await terminal.see('does not know this token');
  await terminal.see('(UPSTASH_REDIS_REST_URL)');
  await terminal.answer(`Now: ${URL}. Press Enter to keep it.`, '');
  await walk(terminal, WALK.slice(4));
  expect(await terminal.end()).toBe(0);
  expect(stored()['UPSTASH_REDIS_REST_TOKEN']).toBe(TOKEN);
});

test('where this computer has a clock of its own, its time zone is asked for once, and written', async () => {
  const zoned = (zone: string) =>
    project.read(CATALOGUE).replace(/("time_zone": )"[^"]+"/, `$1"${zone}"`);
  const [asItComes, ofChicago] = [zoned('UTC'), zoned('America/Chicago')];
  project.write(CATALOGUE, asItComes);
  const open = () => openTerminal(project.root, { TZ: 'America/Chicago' });
  const first = open();
  await first.see('(time_zone in content/catalog.json)');
  await first.answer('Press Enter for America/Chicago', 'Chicago');
  await first.see('Write UTC, or the time zone of a city near you');
  await first.answer('', 'UTC');
  await first.answer('(PUBLIC_SITE_URL)', SITE);
  await first.answer('(PUBLIC_SUPPORT_EMAIL)', CTRL_C);
  await first.end();
  expect(project.read(CATALOGUE)).toBe(asItComes);
  const again = open();
  await again.see('(PUBLIC_SUPPORT_EMAIL)');
  expect(again.screen()).not.toContain('time_zone');
  await again.close();

  project.write('.env', 'PUBLIC_SITE_URL=http://localhost:8888\n');
  const other = open();
  await other.answer('Press Enter for America/Chicago', '');
  await other.see('(PUBLIC_SITE_URL)');
  await other.close();
  expect(project.read(CATALOGUE)).toBe(ofChicago);
});
