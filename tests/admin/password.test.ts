import { expect, test } from 'vitest';
import { run as makePassword } from '../../netlify/commands/admin-password.ts';
import { hashPassword, isBrokenHash, verifyPassword } from '../../netlify/admin/password.ts';
import { runHere } from '../commands/run-command.ts';

const PASSWORD = 'correct horse, battery caf\u00e9';
const hash = await hashPassword(PASSWORD);

// By design, each comparison with a hash takes a third of a second of CPU time.
test.each([
  { name: 'the stored password', given: PASSWORD, stored: PASSWORD },
  {
    name: 'the stored password in another Unicode form',
    given: PASSWORD.normalize('NFD'),
    stored: hash,
  },
])('accepts $name', async ({ given, stored }) => {
  expect(await verifyPassword(given, stored)).toBe(true);
});

test.each([
  { name: 'the password with an extra space', given: `${PASSWORD} `, stored: PASSWORD },
  { name: 'a password other than the hashed one', given: `${PASSWORD} `, stored: hash },
  { name: 'the hash itself', given: hash, stored: hash },
])('rejects $name', async ({ given, stored }) => {
  expect(await verifyPassword(given, stored)).toBe(false);
});

test('hashes a password with a salt', async () => {
  expect(hash).toMatch(/^scrypt:[\w-]{22}:[\w-]{43}$/);
  expect(await hashPassword(PASSWORD)).not.toBe(hash);
});

test('detects a truncated hash', () => {
  expect(isBrokenHash(hash.slice(0, -1))).toBe(true);
});

test.each([
  { name: 'a complete hash', stored: hash },
  { name: 'a plain password', stored: PASSWORD },
])('does not report $name as broken', ({ stored }) => {
  expect(isBrokenHash(stored)).toBe(false);
});

test('creates a password with npm run admin:password and prints its hash', async () => {
  const { out } = await runHere(makePassword, { typed: '\n' });
  const [, password = ''] = /private: ([\da-f]{20})$/m.exec(out) ?? [];
  const [, printed = ''] = /^ADMIN_PASSWORD=(\S+)$/m.exec(out) ?? [];
  expect(await verifyPassword(password, printed)).toBe(true);
});

test.each([
  { name: 'Ctrl-C', typed: '\u0003', isTerminal: true },
  { name: 'Ctrl-D', typed: '\u0004', isTerminal: true },
  { name: 'the end of input', typed: '', isTerminal: false },
])('creates no password with npm run admin:password after $name', async ({ typed, isTerminal }) => {
  const { code, out } = await runHere(makePassword, { typed, isTerminal });
  expect({ code, out }).toEqual({ code: 1, out: '' });
});
