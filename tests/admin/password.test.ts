import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { hashPassword, isBrokenHash, isPassword } from '../../netlify/admin/password.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { cpuTime } from '../cpu-time.ts';

const PASSWORD = 'correct horse, battery caf\u00e9';
const hash = await hashPassword(PASSWORD);
/** The hash with another letter. */
const changed = (at: number) =>
  hash.slice(0, at) + (hash[at] === 'A' ? 'B' : 'A') + hash.slice(at + 1);

test.each([
  ['the password', true, PASSWORD, PASSWORD],
  ['the password and a blank', false, `${PASSWORD} `, PASSWORD],
  ['the password', true, PASSWORD, hash],
  ['the same letters by another keyboard', true, PASSWORD.normalize('NFD'), hash],
  ['a shorter one', false, PASSWORD.slice(0, -1), hash],
  ['the hash itself', false, hash, hash],
  ['the password, of another salt', false, PASSWORD, changed(7)],
  ['the password, of another hash', false, PASSWORD, changed(50)],
])('given %s, what is kept answers %s', async (_what, isRight, given, stored) => {
  expect(await isPassword(given, stored)).toBe(isRight);
});

test('a hash tells nothing of the password, is another one each time, and whole or broken', async () => {
  expect(hash).toMatch(/^scrypt:[\w-]{22}:[\w-]{43}$/);
  expect(await hashPassword(PASSWORD)).not.toBe(hash);
  expect([hash, hash.slice(0, -1), PASSWORD].map(isBrokenHash)).toEqual([false, true, false]);
});

const timeFor = async (wrong: string): Promise<number> => {
  const start = cpuTime();
  await isPassword(wrong, hash);
  return cpuTime() - start;
};

test('every wrong password takes as long as the others', async () => {
  const short = Math.min(await timeFor('x'), await timeFor('x'));
  const long = Math.min(await timeFor('y'.repeat(512)), await timeFor('y'.repeat(512)));
  expect(Math.max(short, long) / Math.min(short, long)).toBeLessThan(2);
});

const SCRIPT = 'netlify/commands/admin-password.ts';
const run = (input: string): string =>
  spawnSync(process.execPath, [SCRIPT], { cwd: ROOT, input }).stdout.toString();

test('npm run admin:password makes a hash of what it is given, or a password and its hash', async () => {
  const given = run(`${PASSWORD}\n`);
  expect(given).not.toContain(PASSWORD);
  expect(await isPassword(PASSWORD, /ADMIN_PASSWORD=(\S+)/.exec(given)?.[1] ?? '')).toBe(true);
  const made = run('\n');
  const [, password = ''] = /alone: (\S+)/.exec(made) ?? [];
  expect(password).toMatch(/^[a-z2-9-]{23}$/);
  expect(await isPassword(password, /ADMIN_PASSWORD=(\S+)/.exec(made)?.[1] ?? '')).toBe(true);
});
