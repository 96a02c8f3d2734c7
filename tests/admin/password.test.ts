import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { hashPassword, isBrokenHash, isPassword } from '../../netlify/admin/password.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { cpuTime } from '../cpu-time.ts';

const PASSWORD = 'correct horse, battery staple';
const hash = await hashPassword(PASSWORD);

test.each([
  ['as it is', PASSWORD],
  ['as its hash', hash],
])('a password that is kept %s lets itself in and no other', async (_how, stored) => {
  expect(await isPassword(PASSWORD, stored)).toBe(true);
  for (const wrong of ['', PASSWORD.slice(0, -1), `${PASSWORD} `]) {
    expect(await isPassword(wrong, stored), wrong).toBe(false);
  }
});

test('the hash itself is no password', async () => {
  expect(await isPassword(hash, hash)).toBe(false);
});

test('a hash tells nothing of the password, and is another one each time', async () => {
  expect(hash).toMatch(/^scrypt:[\w-]{22}:[\w-]{43}$/);
  expect(await hashPassword(PASSWORD)).not.toBe(hash);
});

test('every part of the hash counts, and of the salt', async () => {
  // Not the last letter of either, some of whose bits stand for nothing.
  for (const at of [7, 27, 31, 50, 71]) {
    const changed = hash.slice(0, at) + (hash[at] === 'A' ? 'B' : 'A') + hash.slice(at + 1);
    expect(await isPassword(PASSWORD, changed), `character ${at}`).toBe(false);
  }
});

test('half a hash is told from a password', () => {
  expect([hash, hash.slice(0, -1), PASSWORD].map(isBrokenHash)).toEqual([false, true, false]);
});

test('a letter with an accent is the same, however the keyboard makes it', async () => {
  expect(await isPassword('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true);
});

test('every wrong password takes as long as the others', async () => {
  const wrong = ['x', PASSWORD.slice(0, -1), 'y'.repeat(512)];
  const times = new Map<string, number[]>(wrong.map((guess) => [guess, []]));
  for (let round = 0; round < 3; round += 1) {
    for (const guess of wrong) {
      const start = cpuTime();
      await isPassword(guess, hash);
      times.get(guess)?.push(cpuTime() - start);
    }
  }
  const least = [...times.values()].map((taken) => Math.min(...taken));
  expect(Math.max(...least) / Math.min(...least)).toBeLessThan(2);
});

const run = (input: string): string => {
  const script = 'netlify/local/admin-password.ts';
  return spawnSync(process.execPath, [script], { cwd: ROOT, input }).stdout.toString();
};

test('npm run admin:password makes a hash of what it is given, or a password and its hash', async () => {
  const given = run(`${PASSWORD}\n`);
  expect(given).not.toContain(PASSWORD);
  expect(await isPassword(PASSWORD, /ADMIN_PASSWORD=(\S+)/.exec(given)?.[1] ?? '')).toBe(true);
  const made = run('\n');
  const [, password = ''] = /alone: (\S+)/.exec(made) ?? [];
  expect(password).toMatch(/^[a-z2-9-]{23}$/);
  expect(await isPassword(password, /ADMIN_PASSWORD=(\S+)/.exec(made)?.[1] ?? '')).toBe(true);
});
