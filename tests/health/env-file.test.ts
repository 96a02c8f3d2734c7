import { expect, test } from 'vitest';
import { parseEnvFile } from '../../netlify/local/env-file.ts';

test.each<[string, string, Readonly<Record<string, string>>]>([
  ['a byte order mark', '\uFEFFKEY=sk_1\nOTHER=2', { KEY: 'sk_1', OTHER: '2' }],
  ['line breaks of Windows', 'KEY=sk_1\r\nOTHER=2\r\n', { KEY: 'sk_1', OTHER: '2' }],
  ['line breaks of old Macs', 'KEY=sk_1\rOTHER=2', { KEY: 'sk_1', OTHER: '2' }],
  ['export', 'export KEY=sk_1', { KEY: 'sk_1' }],
  ['spaces', '  KEY = sk 1  ', { KEY: 'sk 1' }],
  ['double quotes', 'KEY="a # b"', { KEY: 'a # b' }],
  ['single quotes', 'KEY=\'say "a"\'', { KEY: 'say "a"' }],
  ['a comment after quotes', 'KEY="a" # it’s "b"', { KEY: 'a' }],
  ['a # in a secret', 'KEY=pa#ss=w#rd', { KEY: 'pa#ss=w#rd' }],
  ['a # at the beginning of a secret', 'KEY=#1', { KEY: '#1' }],
  ['a comment after a value', 'KEY=sk_1 # the test key', { KEY: 'sk_1' }],
  ['a comment in place of a value', 'KEY= # to do', { KEY: '' }],
  ['comments and blank lines', '# KEY=1\n\n  # more\nKEY=2', { KEY: '2' }],
  ['a quoted name', 'FROM="Coins, Inc" <a@b.example>', { FROM: '"Coins, Inc" <a@b.example>' }],
  ['an apostrophe inside', "KEY=it’s mom's", { KEY: "it’s mom's" }],
])('a .env with %s is read as it is meant', (_, text, settings) => {
  expect(parseEnvFile(text)).toEqual(settings);
});

test.each([
  ['KEY="sk_1', 'KEY in .env has an opening quotation mark and no closing one.'],
  ['OTHER=1\nKEY: sk_1', 'Line 2 of .env isn’t NAME=value.'],
  ['K\0E\0Y\0=\0', '.env is saved as UTF-16. Save it as UTF-8.'],
])('a .env with %j is refused, and no value is shown', (text, says) => {
  expect(() => parseEnvFile(text)).toThrow(says);
  expect(says).not.toContain('sk_1');
});
