import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { type HtmlElement, Parser, StaticConfigLoader } from 'html-validate';
import { astroBuild } from '../../netlify/local/build.ts';
import { ROOT } from '../../netlify/local/settings.ts';

export const ORIGIN = 'https://money-smart.example';

export type BuiltPage = {
  /** As visitors know it: "/", "/guide-1". */
  readonly path: string;
  readonly html: string;
  readonly document: HtmlElement;
};

export type BuiltSite = {
  readonly pages: readonly BuiltPage[];
  /** Paths of all files, from the site's root: "/robots.txt". */
  readonly files: ReadonlySet<string>;
  readonly read: (file: string) => Buffer;
};

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
  nbsp: ' ',
};

/** Text as it is read: entities resolved, white space in one piece. */
export const readable = (source: string): string =>
  source
    .replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
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

/** Builds the site as it is deployed, into a folder of its own below .netlify. */
export const buildForTest = async (
  name: string,
): Promise<{ site: BuiltSite; remove: () => void }> => {
  const outDir = path.join(ROOT, '.netlify', name);
  await astroBuild(ROOT, outDir, { PUBLIC_SITE_URL: ORIGIN, PUBLIC_ADS_CONVERSION: '' });
  const entries = readdirSync(outDir, { recursive: true, encoding: 'utf8' });
  const files = entries.filter((entry) => statSync(path.join(outDir, entry)).isFile());
  const read = (file: string) => readFileSync(path.join(outDir, file));
  const config = await new StaticConfigLoader({ elements: ['html5'] }).getConfigFor('page.html');
  const pages = files
    .filter((file) => file.endsWith('.html'))
    .map((file) => {
      const html = read(file).toString();
      const document = new Parser(config).parseHtml(html);
      return { path: `/${file.replace(/(^index)?\.html$/, '')}`, html, document };
    });
  return {
    site: { pages, files: new Set(files.map((file) => `/${file}`)), read },
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  };
};
