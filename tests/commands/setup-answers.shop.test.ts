import { expect, test } from 'vitest';
import { isPassword } from '../../netlify/admin/password.ts';
import { CTRL_C, openTerminal } from './owner-terminal.ts';
import { REDIS, SITE, WALK, ownersProject, walk } from './owners-project.ts';

const { project, startAndOpen, stored } = ownersProject();

/** What is wrong by itself, what a service refuses, and what is missing. tests/health/settings.test.ts has the others. */
const WRONG: readonly (readonly [question: string, answer: string, says: string])[] = [
  ['(PUBLIC_SITE_URL)', '', 'PUBLIC_SITE_URL is missing.'],
  ['(PUBLIC_SITE_URL)', 'https://localhost:8888', 'Buyers need an address on the web'],
  ['(STRIPE_SECRET_KEY)', 'sk_test_51••••1234', 'It’s incomplete'],
  ['(STRIPE_SECRET_KEY)', 'sk_test_of_nobody', 'Copy the secret key again'],
  ['(ADMIN_PASSWORD)', 'too-short', 'fewer than 12 characters'],
  ['(MAIL_FROM)', 'Coins of hello@shop', 'It has no email address in it'],
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
  await terminal.answer('(UPSTASH_REDIS_REST_URL)', `UPSTASH_REDIS_REST_URL="${REDIS.url}"`);
  await terminal.answer('(UPSTASH_REDIS_REST_TOKEN)', `"${REDIS.token}"`);
  await walk(terminal, WALK.slice(5));
  expect(await terminal.end()).toBe(0);
  expect(stored()).toMatchObject({
    PUBLIC_SITE_URL: SITE,
    UPSTASH_REDIS_REST_URL: REDIS.url,
    UPSTASH_REDIS_REST_TOKEN: REDIS.token,
  });
});

test('a password of the owner is typed twice, unseen, and kept as its hash', async () => {
  const { open } = await startAndOpen();
  const terminal = open();
  await walk(terminal, WALK.slice(0, 5));
  const password = ' correct horse, battery ';
  await terminal.answer('(ADMIN_PASSWORD)', password);
  await terminal.answer('Type it again', 'correct horse');
  await terminal.see('Those don’t match');
  await terminal.answer('', password);
  await terminal.answer('Type it again', password);
  await walk(terminal, WALK.slice(6));
  expect(await terminal.end()).toBe(0);
  expect(terminal.screen()).not.toContain('horse');
  expect(await isPassword(password, stored()['ADMIN_PASSWORD'] ?? '')).toBe(true);
});

test('for a token that the database does not know, address and token are asked for again', async () => {
  const { open } = await startAndOpen();
  const terminal = open();
  await walk(terminal, WALK.slice(0, 4));
  await terminal.answer('(UPSTASH_REDIS_REST_TOKEN)', 'of-another-database');
  await terminal.see('doesn’t recognize UPSTASH_REDIS_REST_TOKEN');
  await terminal.see('(UPSTASH_REDIS_REST_URL)');
  await terminal.answer(`Current: ${REDIS.url}. Press Enter to keep it.`, '');
  await walk(terminal, WALK.slice(4));
  expect(await terminal.end()).toBe(0);
  expect(stored()['UPSTASH_REDIS_REST_TOKEN']).toBe(REDIS.token);
});

const CATALOGUE = 'content/catalog.json';

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
