import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { transformSync } from 'esbuild';
import { type HtmlElement, Parser, StaticConfigLoader } from 'html-validate';
import { inject } from 'vitest';

export type BuiltPage = {
  /** As visitors know it: "/", "/guide-1". */
  readonly path: string;
  readonly html: string;
  readonly document: HtmlElement;
};

export type BuiltSite = {
  /** Where it lies. */
  readonly directory: string;
  readonly pages: readonly BuiltPage[];
  /** Throws where there is none. */
  readonly pageAt: (path: string) => BuiltPage;
  /** Paths of all files, from the site's root: "/robots.txt". */
  readonly files: ReadonlySet<string>;
  readonly read: (file: string) => Buffer;
};

const characters = new Map<string, string>();

/**
 * What a character reference such as "&amp;" stands for. JSX has those of HTML, so that esbuild, which
 * the shop's pages are not read with, can tell; one that is none stays as it is.
 */
const characterOf = (reference: string): string => {
  const known = characters.get(reference);
  if (known !== undefined) return known;
  const { code } = transformSync(`<a is="${reference}" />`, { loader: 'jsx', jsxFactory: 'read' });
  const character = String(
    runInNewContext(code, { read: (_: string, { is }: { is: string }) => is }),
  );
  characters.set(reference, character);
  return character;
};

/** Text as it is read: entities resolved, white space in one piece. */
export const readable = (source: string): string =>
  source
    .replace(/&#?\w+;/g, characterOf)
    .replace(/\s+/g, ' ')
    .trim();

/** The value of the first such attribute, or '' where there is none. */
export const attribute = (page: BuiltPage, selector: string, name: string): string =>
  readable(page.document.querySelector(selector)?.getAttributeValue(name) ?? '');

export const isPublic = (page: BuiltPage): boolean =>
  attribute(page, 'meta[name="robots"]', 'content') !== 'noindex';

/** Everything that the page shows or tells, without its scripts and styles. */
export const visibleText = ({ html }: BuiltPage): string =>
  readable(
    html
      .replace(/^[^]*?<body/, '<body')
      .replace(/<(script|style)[^>]*>[^]*?<\/\1>/g, '')
      .replace(/<[^>]*>/g, ' '),
  );

/** The site that built-once.ts has built. */
export const readBuiltSite = async (): Promise<BuiltSite> => {
  const directory = inject('builtSite');
  const entries = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const files = entries.filter((entry) => statSync(path.join(directory, entry)).isFile());
  const read = (file: string) => readFileSync(path.join(directory, file));
  const config = await new StaticConfigLoader({ elements: ['html5'] }).getConfigFor('page.html');
  const pages = files
    .filter((file) => file.endsWith('.html'))
    .map((file) => {
      const html = read(file).toString();
      const document = new Parser(config).parseHtml(html);
      return { path: `/${file.replace(/(^index)?\.html$/, '')}`, html, document };
    });
  const pageAt = (at: string): BuiltPage => {
    const page = pages.find((one) => one.path === at);
    if (!page) throw new Error(`There is no page ${at}.`);
    return page;
  };
  return { directory, pages, pageAt, files: new Set(files.map((file) => `/${file}`)), read };
};
