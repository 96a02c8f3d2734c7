import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { hashPassword, isBrokenHash, isPassword } from '../../netlify/admin/password.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { cpuTime } from '../cpu-time.ts';

const PASSWORD = 'correct horse, battery caf\u00e9';
const hash = await hashPassword(PASSWORD);

const otherSalt = hash.replace(/:./, hash[7] === 'A' ? ':B' : ':A');

// Each look at a hash takes a third of a second of the processor, as it has to.
test.each([
  ['the password', true, PASSWORD, PASSWORD],
  ['the password and a blank', false, `${PASSWORD} `, PASSWORD],
  ['the same letters by another keyboard', true, PASSWORD.normalize('NFD'), hash],
  ['a shorter one', false, PASSWORD.slice(0, -1), hash],
  ['the hash itself', false, hash, hash],
  ['the password, of another salt', false, PASSWORD, otherSalt],
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
  const [short, long] = [await timeFor('x'), await timeFor('y'.repeat(512))];
  expect(Math.max(short, long) / Math.min(short, long)).toBeLessThan(3);
});

const run = (input: string): string =>
  spawnSync(process.execPath, ['netlify/commands/admin-password.ts'], {
    cwd: ROOT,
    input,
  }).stdout.toString();

test('npm run admin:password makes a hash of what it is given, or a password and its hash', async () => {
  const given = run(`${PASSWORD}\n`);
  expect(given).not.toContain(PASSWORD);
  const made = run('\n');
  const [, password = ''] = /alone: (\S+)/.exec(made) ?? [];
  expect(password).toMatch(/^[a-z2-9-]{23}$/);
  for (const [out, theirs] of [
    [given, PASSWORD],
    [made, password],
  ] as const) {
    expect(await isPassword(theirs, /ADMIN_PASSWORD=(\S+)/.exec(out)?.[1] ?? '')).toBe(true);
  }
});
