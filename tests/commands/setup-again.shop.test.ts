import { expect, test } from 'vitest';
import { hashPassword } from '../../netlify/admin/password.ts';
import { SECRET_KEY } from '../stripe/harness.ts';
import { CTRL_C, REDIS, SITE, ownersProject } from './owners-project.ts';

const { project, startAndOpen, stored } = ownersProject();

/** All that is asked for, but the webhook's secret. */
const COMPLETE = `# mine
FOREIGN="two\nlines # none"
PUBLIC_SITE_URL=${SITE}
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

test('complete settings are shown, secrets by their ends, and can be changed by number', async () => {
  const { open, endpoints } = await startAndOpen();
  project.write('.env', COMPLETE);
  const terminal = open();
  await terminal.see(`STRIPE_SECRET_KEY         ...${SECRET_KEY.slice(-4)}, test mode`);
  await terminal.see(`UPSTASH_REDIS_REST_TOKEN  ...${REDIS.token.slice(-4)}`);
  await terminal.answer(GO_ON, '2');
  await terminal.answer('(PUBLIC_SUPPORT_EMAIL)', 'help@shop.example');
  await terminal.see('help@shop.example');
  await terminal.answer(GO_ON, '2');
  await terminal.answer('Current: help@shop.example.', 'none');
  await terminal.answer(GO_ON, '');
  expect(await terminal.end()).toBe(0);
  const { STRIPE_WEBHOOK_SECRET: secret } = stored();
  expect(project.read('.env')).toBe(`${COMPLETE}STRIPE_WEBHOOK_SECRET=${secret}\n`);
  for (const hidden of [SECRET_KEY, REDIS.token, secret]) {
    expect(terminal.screen()).not.toContain(hidden);
  }

  // Stripe shows an endpoint's secret only once.
  project.write('.env', COMPLETE);
  const again = open();
  await again.answer(GO_ON, '');
  await again.answer('(STRIPE_WEBHOOK_SECRET)', secret ?? '');
  expect(await again.end()).toBe(0);
  expect(stored()['STRIPE_WEBHOOK_SECRET']).toBe(secret);
  expect((await endpoints.list()).data).toHaveLength(1);
});

const CATALOGUE = 'content/catalog.json';

test('the time zone of this computer is suggested first, and what is chosen is written', async () => {
  const zoned = (zone: string) =>
    project.read(CATALOGUE).replace(/("time_zone": )"[^"]+"/, `$1"${zone}"`);
  project.write(CATALOGUE, zoned('UTC'));
  const expected = zoned('America/Chicago');
  const { open } = await startAndOpen();
  const terminal = open({ TZ: 'America/Chicago' });
  await terminal.see('(time_zone in content/catalog.json)');
  await terminal.answer('Press Enter for America/Chicago', 'Chicago');
  await terminal.see('Write UTC, or the time zone of a city near you');
  await terminal.answer('', '');
  await terminal.answer('(PUBLIC_SITE_URL)', CTRL_C);
  await terminal.end();
  expect(project.read(CATALOGUE)).toBe(expected);
});
