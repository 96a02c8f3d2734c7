import { describe, expect, test } from 'vitest';
import { checkContent } from '../../src/content/check/check.ts';
import { findLaunchTasks } from '../../src/content/check/launch-tasks.ts';
import { type Edit, change, edited } from './small-shop.ts';

const ARTICLE = 'content/articles/coins.md';
const FAQ = 'content/faqs/05-bundle.md';

const isPublishedOn = (day: string): Edit =>
  change(ARTICLE, /^published: .*$/m, `published: ${day}`);
const linkTo = (path: string): Edit => change(FAQ, 'You', `See [coins](${path}). You`);

const errorsAt = (time: string, ...edits: readonly Edit[]): string[] =>
  checkContent(edited(...edits), new Map(), new Date(time)).errors;
const errorsOn = (day: string, ...edits: readonly Edit[]): string[] =>
  errorsAt(`${day}T12:00:00Z`, ...edits);

describe('a link to a scheduled article', () => {
  const edits = [isPublishedOn('2027-01-15'), linkTo('/articles/coins')];

  test('rejects a link on the day before publication', () => {
    const [error, ...others] = errorsOn('2027-01-14', ...edits);
    expect(error).toContain('the page /articles/coins is published on 2027-01-15. Until then');
    expect(others).toEqual([]);
  });

  test('accepts a link on the day of publication', () => {
    expect(errorsOn('2027-01-15', ...edits)).toEqual([]);
  });
});

describe.each([
  { zone: 'Pacific/Kiritimati', dayBegins: '2027-01-14T10:00:00Z', before: '2027-01-14T09:59:59Z' },
  { zone: 'Pacific/Pago_Pago', dayBegins: '2027-01-15T11:00:00Z', before: '2027-01-15T10:59:59Z' },
])('a link to an article scheduled for January 15 in $zone', ({ zone, dayBegins, before }) => {
  const edits = [
    change('content/catalog.json', /"time_zone": "[^"]*"/, `"time_zone": "${zone}"`),
    isPublishedOn('2027-01-15'),
    linkTo('/articles/coins'),
  ];

  test('rejects a link in the last second of January 14', () => {
    expect(errorsAt(before, ...edits)).toHaveLength(1);
  });

  test('accepts a link in the first second of January 15', () => {
    expect(errorsAt(dayBegins, ...edits)).toEqual([]);
  });
});

describe('a link between scheduled articles', () => {
  const SECOND = 'content/articles/later.md';
  const addSecond =
    (day: string): Edit =>
    (files) =>
      files.set(
        SECOND,
        (files.get(ARTICLE) ?? '')
          .replace(/^published: .*$/m, `published: ${day}`)
          .replace('A coin.', 'See [coins](/articles/coins).'),
      );

  test('accepts a link to an article that is published earlier', () => {
    const edits = [isPublishedOn('2027-01-15'), addSecond('2027-01-16')];
    expect(errorsOn('2026-12-01', ...edits)).toEqual([]);
  });

  test('rejects a link to an article that is published later', () => {
    const edits = [isPublishedOn('2027-01-15'), addSecond('2027-01-14')];
    const [error] = errorsOn('2026-12-01', ...edits);
    expect(error).toContain(`${SECOND}, line `);
  });
});

test('lists scheduled articles with their publication dates', () => {
  const { waiting } = findLaunchTasks(edited(isPublishedOn('2999-01-01')));
  expect(waiting).toEqual(['/articles/coins: 2999-01-01']);
});
