import { fill, type Facts, slipsIn } from '../content/fill.ts';
import { guideTitle, pageTitle } from '../layouts/page-title.ts';
import { type Finding, fieldName } from './finding.ts';
import type { Source } from './source.ts';

/** What search engines show of a title, and of the text under it. */
const TITLE_MAX = 59;
const DESCRIPTION_MAX = 160;

const textOf = (data: unknown, key: string): string => {
  const value: unknown =
    typeof data === 'object' && data !== null ? Reflect.get(data, key) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

function titleOf({ file, data }: Source, brand: string): string {
  const title = textOf(data, 'title');
  if (file === 'content/home.md') return title;
  return file.startsWith('content/guides/')
    ? guideTitle({ number: textOf(data, 'number'), title, ages: textOf(data, 'ages') }, brand)
    : pageTitle(title, brand);
}

function tooLong(source: Source, key: string, text: string, max: number): Finding[] {
  if (text.length <= max) return [];
  const says = `${fieldName([key])} is too long: filled in, it is ${text.length} characters, and search engines show ${max}: ${text}`;
  return [{ line: source.lineOf([key]), says, tip: `Take out ${text.length - max} or more.` }];
}

/** Titles and descriptions that are too long once the shop's name and the facts are in them. */
export function longForSearch(source: Source, facts: Facts): Finding[] {
  const { data } = source;
  const key = source.file.startsWith('content/guides/') ? 'summary' : 'description';
  const texts = [titleOf(source, facts['brand'] ?? ''), textOf(data, key)];
  const [title = '', description = ''] = texts.map((text) =>
    slipsIn(text, facts).length > 0 ? '' : fill(text, facts),
  );
  if (textOf(data, 'title') === '' || description === '') return [];
  return [
    ...tooLong(source, 'title', title, TITLE_MAX),
    ...tooLong(source, key, description, DESCRIPTION_MAX),
  ];
}
