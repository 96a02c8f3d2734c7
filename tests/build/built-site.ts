import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type HtmlElement, Parser, StaticConfigLoader } from 'html-validate';
import { inject } from 'vitest';

export type BuiltPage = {
  /** The path in the browser, such as "/" or "/guide-1". */
  readonly path: string;
  readonly html: string;
  readonly document: HtmlElement;
};

/** The named entities that the pages use. */
const NAMED: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  amp: '&',
};

/** Decodes entities and collapses whitespace. */
export const readable = (source: string): string =>
  source
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&#x(\w+);/gi, (_, code: string) => String.fromCodePoint(Number(`0x${code}`)))
    .replace(/&(\w+);/g, (reference, name: string) => NAMED[name] ?? reference)
    .replace(/\s+/g, ' ')
    .trim();

/** The value of the first attribute with this name, or '' if there is none. */
export const attribute = (page: BuiltPage, selector: string, name: string): string =>
  readable(page.document.querySelector(selector)?.getAttributeValue(name) ?? '');

export const isPublic = (page: BuiltPage): boolean =>
  attribute(page, 'meta[name="robots"]', 'content') !== 'noindex';

/** The text of a page, without its scripts and styles, and without invisible characters. */
export const visibleText = ({ html }: BuiltPage): string =>
  readable(
    html
      .replaceAll('\u2060', '')
      .replace(/^[^]*?<body/, '<body')
      .replace(/<(script|style)[^>]*>[^]*?<\/\1>/g, '')
      .replace(/<[^>]*>/g, ' '),
  );

const readSite = async () => {
  const directory = inject('builtSite');
  const entries = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const files = entries.filter((entry) => statSync(path.join(directory, entry)).isFile());
  const read = (file: string): Buffer => readFileSync(path.join(directory, file));
  const config = await new StaticConfigLoader({ elements: ['html5'] }).getConfigFor('page.html');
  const parse = (html: string): HtmlElement => new Parser(config).parseHtml(html);
  const pages = files
    .filter((file) => file.endsWith('.html'))
    .map((file): BuiltPage => {
      const html = read(file).toString();
      return { path: `/${file.replace(/(^index)?\.html$/, '')}`, html, document: parse(html) };
    });
  const pageAt = (at: string): BuiltPage => {
    const page = pages.find((one) => one.path === at);
    if (!page) throw new Error(`There is no page ${at}.`);
    return page;
  };
  /** `files` contains paths from the site's root, such as "/robots.txt". */
  return { directory, pages, pageAt, files: new Set(files.map((file) => `/${file}`)), read, parse };
};

let reading: ReturnType<typeof readSite> | undefined;

/** Cached, because test files share a process. */
export const readBuiltSite = (): ReturnType<typeof readSite> => (reading ??= readSite());
