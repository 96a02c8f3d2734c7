import { expect, test } from 'vitest';
import { run as makePassword } from '../../netlify/commands/admin-password.ts';
import { hashPassword, isBrokenHash, verifyPassword } from '../../netlify/admin/password.ts';
import { runHere } from '../commands/run-command.ts';

const PASSWORD = 'correct horse, battery caf\u00e9';
const hash = await hashPassword(PASSWORD);

// By design, each comparison with a hash takes a third of a second of CPU time.
test.each([
  ['the password', true, PASSWORD, PASSWORD],
  ['the password and a blank', false, `${PASSWORD} `, PASSWORD],
  ['the same letters by another keyboard', true, PASSWORD.normalize('NFD'), hash],
  ['the hash itself', false, hash, hash],
])('%s is right: %s', async (_what, isRight, given, stored) => {
  expect(await verifyPassword(given, stored)).toBe(isRight);
});

test('a hash has a salt, and half of one is broken', () => {
  expect(hash).toMatch(/^scrypt:[\w-]{22}:[\w-]{43}$/);
  expect([hash, hash.slice(0, -1), PASSWORD].map(isBrokenHash)).toEqual([false, true, false]);
});

test('npm run admin:password makes a password and prints its hash', async () => {
  const { out } = await runHere(makePassword, { typed: '\n' });
  const [, password = ''] = /alone: ([\da-f]{20})$/m.exec(out) ?? [];
  const [, printed = ''] = /^ADMIN_PASSWORD=(\S+)$/m.exec(out) ?? [];
  expect(await verifyPassword(password, printed)).toBe(true);
});

test.each([
  { name: 'Ctrl-C', typed: '\u0003', isTerminal: true },
  { name: 'Ctrl-D', typed: '\u0004', isTerminal: true },
  { name: 'the end of the input', typed: '', isTerminal: false },
])('npm run admin:password makes no password at $name', async ({ typed, isTerminal }) => {
  const { code, out } = await runHere(makePassword, { typed, isTerminal });
  expect({ code, out }).toEqual({ code: 1, out: '' });
});
