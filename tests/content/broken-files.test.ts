import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkProject } from '../../src/content/check/check.ts';
import { type Edit, problemsAfter } from './small-shop.ts';

const rewrite =
  (file: string, to: (text: string) => string): Edit =>
  (files) =>
    files.set(file, to(files.get(file) ?? ''));

const conflict = (mine: string, theirs: string): string =>
  `<<<<<<< HEAD\n${mine}\n=======\n${theirs}\n>>>>>>> copy-edit\n`;

test.each([
  { where: 'in the text', file: 'content/faqs/05-bundle.md', at: 'You' },
  { where: 'in the fields', file: 'content/guides/guide-2.md', at: 'hue: teal\n' },
  { where: 'above the fields', file: 'content/legal/terms.md', at: '---\n' },
  { where: 'in the catalog', file: 'content/catalog.json', at: '"currency"' },
  { where: 'in a drawing', file: 'content/guides/guide-1/cover.svg', at: '<path' },
])('reports a Git merge conflict $where as one error', ({ file, at }) => {
  const problems = problemsAfter(
    rewrite(file, (text) => text.replace(at, () => `\n${conflict('Mine', 'Theirs')}${at}`)),
  );
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/line \d+: Two versions of these lines were merged/);
  expect(problems[0]).toContain(file);
});

test('rejects old Mac line endings (CR)', () => {
  const [problem, ...others] = problemsAfter(
    rewrite('content/faqs/05-bundle.md', (text) => text.replaceAll('\n', '\r')),
  );
  expect(problem).toContain('choose the line ending “LF” or “Unix”, and save.');
  expect(others).toEqual([]);
});

test('rejects symbolic links to files and folders', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'linked-content-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  cpSync('tests/content/small-shop', root, { recursive: true });
  symlinkSync('01-which-guide.md', path.join(root, 'content/faqs/13-linked.md'));
  symlinkSync('faqs', path.join(root, 'content/more'));
  const { errors } = await checkProject(root);
  expect(errors.map((error) => error.split(': ')[0]).toSorted()).toEqual([
    'content/faqs/13-linked.md',
    'content/more',
  ]);
  for (const error of errors) expect(error).toContain('Put the file itself here.');
});
