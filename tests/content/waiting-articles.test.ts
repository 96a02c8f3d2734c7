import { expect, test } from 'vitest';
import { checkContent } from '../../src/content/check/check.ts';
import { findLaunchTasks } from '../../src/content/check/launch-tasks.ts';
import { type Edit, change, edited } from './small-shop.ts';

const ARTICLE = 'content/articles/coins.md';
const FAQ = 'content/faqs/05-bundle.md';

const isPublishedOn = (day: string): Edit =>
  change(ARTICLE, /^published: .*$/m, `published: ${day}`);
const linkTo = (path: string): Edit => change(FAQ, 'You', `See [coins](${path}). You`);

const errorsOn = (day: string, ...edits: readonly Edit[]): string[] =>
  checkContent(edited(...edits), new Map(), new Date(`${day}T12:00:00Z`)).errors;

test('a link to an article that waits is refused until its day', () => {
  const edits = [isPublishedOn('2027-01-15'), linkTo('/articles/coins')];
  const [error, ...others] = errorsOn('2027-01-14', ...edits);
  expect(error).toContain('the page /articles/coins is published on 2027-01-15. Until then');
  expect(others).toEqual([]);
  expect(errorsOn('2027-01-15', ...edits)).toEqual([]);
});

test('an article that waits may link to one that is there before it', () => {
  const second = 'content/articles/later.md';
  const add =
    (day: string): Edit =>
    (files) =>
      files.set(
        second,
        (files.get(ARTICLE) ?? '')
          .replace(/^published: .*$/m, `published: ${day}`)
          .replace('A coin.', 'See [coins](/articles/coins).'),
      );
  expect(errorsOn('2026-12-01', isPublishedOn('2027-01-15'), add('2027-01-16'))).toEqual([]);
  const [error] = errorsOn('2026-12-01', isPublishedOn('2027-01-15'), add('2027-01-14'));
  expect(error).toContain(`${second}, line `);
});

test('the build lists articles that wait', () => {
  const { waiting } = findLaunchTasks(edited(isPublishedOn('2999-01-01')));
  expect(waiting).toEqual(['/articles/coins: 2999-01-01']);
});
