import { chmodSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hashPassword, isPassword } from '../../netlify/admin/password.ts';
import { hostedServices } from '../shop/hosted-services.ts';
import { SECRET_KEY } from '../stripe/harness.ts';
import { COMMANDS, REDIS, SITE, ownersProject } from './owners-project.ts';

const { project, envFile, startAndOpen, stored, modeOf } = ownersProject();

/** All that is asked for, but the webhook's secret. */
const COMPLETE = `PUBLIC_SITE_URL=${SITE}
PUBLIC_SUPPORT_EMAIL=
STRIPE_SECRET_KEY=${SECRET_KEY}
UPSTASH_REDIS_REST_URL=${REDIS.url}
UPSTASH_REDIS_REST_TOKEN=${REDIS.token}
SIGNING_SECRET=${'0123456789abcdef'.repeat(4)}
ADMIN_PASSWORD=${await hashPassword('the password of the owner')}
MAIL_API_KEY=
PUBLIC_ADS_CONVERSION=
`;

const GO_ON = 'press Enter to continue';

test('what an .env holds beside is kept to the letter, and what is wrong in it is asked for', async () => {
  const { open } = await startAndOpen();
  project.write(
    '.env',
    `# mine\nFOREIGN="two\nlines # none"\n${COMPLETE}`.replace(SITE, 'shop # soon'),
  );
  chmodSync(envFile, 0o644);
  const terminal = open();
  await terminal.see('Your settings in .env');
  await terminal.see('The value in .env is wrong: PUBLIC_SITE_URL: ');
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
  await terminal.see('ADMIN_PASSWORD: It’s the password itself');
  await terminal.answer('', password);
  await terminal.answer('Type it again', password);
  expect(await terminal.end()).toBe(0);
  expect(terminal.screen()).not.toContain('orse');
  expect(await isPassword(password, stored()['ADMIN_PASSWORD'] ?? '')).toBe(true);
});

const ending = (secret = '') => `...${secret.slice(-4)}`;

test('where all is there it is shown, secrets by their ends, and one can be changed by its number', async () => {
  const { open, endpoints } = await startAndOpen();
  project.write('.env', COMPLETE);
  const first = open();
  await first.answer(GO_ON, '');
  expect(await first.end()).toBe(0);
  const before = project.read('.env');

  const terminal = open();
  await terminal.see(`STRIPE_SECRET_KEY         ${ending(SECRET_KEY)}, test mode`);
  await terminal.see(`UPSTASH_REDIS_REST_TOKEN  ${ending(REDIS.token)}`);
  await terminal.answer(GO_ON, '2');
  await terminal.answer('(PUBLIC_SUPPORT_EMAIL)', 'help@shop.example');
  await terminal.see('help@shop.example');
  await terminal.answer(GO_ON, '2');
  await terminal.see('Current: help@shop.example.');
  await terminal.answer('', 'none');
  await terminal.answer(GO_ON, '4');
  await terminal.answer('(UPSTASH_REDIS_REST_URL)', '');
  await terminal.answer(GO_ON, '');
  expect(await terminal.end()).toBe(0);
  expect(project.read('.env')).toBe(before);
  expect((await endpoints.list()).data).toHaveLength(1);
  for (const secret of [SECRET_KEY, REDIS.token, stored()['STRIPE_WEBHOOK_SECRET']]) {
    expect(terminal.screen()).not.toContain(secret);
  }
});

const { redisUrl } = await hostedServices();

test('with the address of another database its token is asked for', async () => {
  const { open } = await startAndOpen();
  project.write('.env', COMPLETE);
  const terminal = open();
  await terminal.answer(GO_ON, '4');
  await terminal.answer('(UPSTASH_REDIS_REST_URL)', redisUrl);
  await terminal.see('UPSTASH_REDIS_REST_TOKEN belonged to the previous one');
  await terminal.answer('(UPSTASH_REDIS_REST_TOKEN)', REDIS.token);
  await terminal.answer(GO_ON, '');
  expect(await terminal.end()).toBe(0);
  expect(stored()).toMatchObject({
    UPSTASH_REDIS_REST_URL: redisUrl,
    UPSTASH_REDIS_REST_TOKEN: REDIS.token,
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
  await terminal.answer(`Current: ${ending(SECRET_KEY)}, test mode.`, LIVE_KEY);
  await terminal.see("Stripe's live mode: payments are real");
  await terminal.see('STRIPE_WEBHOOK_SECRET belonged to the previous one');
  await terminal.see('your own card');
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
  await terminal.see('It isn’t a webhook secret');
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
  await terminal.see('Stripe didn’t accept it');
  await terminal.see('run npm run setup again');
  expect(await terminal.end()).toBe(1);
  expect(project.read('.env')).toBe(COMPLETE);
  await control('DELETE', 'faults');
  const later = open();
  await later.answer(GO_ON, '');
  expect(await later.end()).toBe(0);
});
