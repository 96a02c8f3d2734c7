import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { ASKED, helpFor } from '../../netlify/commands/setup/answers.ts';
import { openEnvFile, withSetting } from '../../netlify/commands/setup/env-file.ts';

test.each([
  ['an empty file', '', 'A=new\n'],
  ['a file that ends without a line', 'B=1', 'B=1\nA=new\n'],
  ['a line', 'A=old\nB=1\n', 'A=new\nB=1\n'],
  ['spaces', '  A = old \nB=1\n', 'A=new\nB=1\n'],
  ['quotes', 'A="old # not a comment"\nB=1\n', 'A=new\nB=1\n'],
  ['a comment behind it', "A='old' # why\nB=1\n", 'A=new # why\nB=1\n'],
  ['export', 'export A=old\n', 'A=new\n'],
  ['the line ends of Windows', '# mine\r\nA=old\r\nB=1\r\n', '# mine\r\nA=new\r\nB=1\r\n'],
  ['the same name twice', 'A=1\nA=2\n', 'A=1\nA=new\n'],
  ['a name that ends alike', 'MY_A=1\nA_B=2\n', 'MY_A=1\nA_B=2\nA=new\n'],
  ['a line that is commented out', '# A=old\n', '# A=old\nA=new\n'],
])('a setting is changed in %s, and nothing else', (_, before, after) => {
  const changed = withSetting(before, 'A', 'new');
  expect(changed).toBe(after);
  expect(parseEnv(changed)).toEqual({ ...parseEnv(before), A: 'new' });
});

test('each setting that an owner is asked for is described in .env.example, in the same order', () => {
  const lines = readFileSync('.env.example', 'utf8').split('\n');
  const asked = ASKED.map(({ name }) => name);
  const described = lines.map((line) => line.replace(/=$/, ''));
  expect(described.filter((name) => asked.includes(name))).toEqual(asked);
  for (const name of asked) expect(helpFor(name), name).toMatch(/^\w/);
});

const newFile = (text: string): string => {
  const directory = mkdtempSync(path.join(tmpdir(), 'env-file-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = path.join(directory, '.env');
  writeFileSync(file, text, { mode: 0o644 });
  return file;
};

test('a write that fails leaves the file as it was', () => {
  const file = newFile('A=old\n');
  mkdirSync(`${file}.next`); // as a full disk, where the new text would go
  expect(() => openEnvFile(file).set({ A: 'new' })).toThrow('EISDIR');
  expect(readFileSync(file, 'utf8')).toBe('A=old\n');
});

test('the file is for its owner alone, even where a broken run left another one', () => {
  const file = newFile('A=old\n');
  writeFileSync(`${file}.next`, 'A=half', { mode: 0o644 });
  openEnvFile(file).set({ A: 'new', B: '' });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toBe('A=new\nB=\n');
});
