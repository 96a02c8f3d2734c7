import { describe, expect, test } from 'vitest';
import { type Edit, change, problemsAfter } from './small-shop.ts';

const FAQ = 'content/faqs/05-bundle.md';
const ARTICLE = 'content/articles/coins.md';
const HEADING = 'Reword the heading.';

const renamed =
  (from: string, to: string): Edit =>
  (files) => {
    files.set(to, files.get(from) ?? '');
    files.delete(from);
  };

describe('a heading with a duplicate id', () => {
  test.each([
    {
      name: 'a question',
      edit: change(FAQ, 'You', '## Which guide\n\nYou'),
      owner: 'which the question in content/faqs/01-which-guide.md already has',
    },
    {
      name: 'a heading in another answer',
      edit: (files: Map<string, string>) => {
        change(FAQ, 'You', '## Coins\n\nYou')(files);
        change('content/faqs/01-which-guide.md', /$/, '\n\n## Coins\n\nMore.\n')(files);
      },
      owner: 'which the heading “Coins” in content/faqs/01-which-guide.md already has',
    },
    {
      name: 'the closing section of an article',
      edit: change(ARTICLE, 'A coin.', '## Next\n\nA coin.'),
      owner: 'which another part of the page already has',
    },
    {
      name: 'the main part of a page',
      edit: change(ARTICLE, 'A coin.', '## Main\n\nA coin.'),
      owner: 'which another part of the page already has',
    },
  ])('rejects a heading with the same id as $name', ({ edit, owner }) => {
    const problems = problemsAfter(edit);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(owner);
    expect(problems[0]).toContain(HEADING);
  });
});

test('rejects a question whose file name matches the id of another part of the page', () => {
  const problems = problemsAfter(renamed(FAQ, 'content/faqs/05-support.md'));
  expect(problems.join('\n')).toContain('but another part of the page has the same one. Rename');
});

test('accepts the same heading on two pages', () => {
  const problems = problemsAfter(
    change(ARTICLE, 'A coin.', '## Which guide\n\nA coin.'),
    change('content/legal/terms.md', /$/, '\n\n## Next\n\nMore.\n'),
  );
  expect(problems).toEqual([]);
});

test('accepts a link to a heading', () => {
  const problems = problemsAfter(
    change(ARTICLE, 'A coin.', '## More coins\n\nSee [above](#more-coins).'),
    change(FAQ, 'You', 'See [coins](/articles/coins#more-coins). You'),
  );
  expect(problems).toEqual([]);
});

test('does not check links to parts of a page that has an error', () => {
  const problems = problemsAfter(
    change(ARTICLE, 'guide: guide-1', 'guide: 1'),
    change(FAQ, 'You', 'See [coins](/articles/coins#no-such). You'),
  );
  expect(problems).toHaveLength(1);
});
