import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { HtmlElement } from 'html-validate';
import { ROOT } from '../../netlify/local/settings.ts';
import { type BuiltPage, type BuiltSite, readable } from './built-site.ts';
import { ORIGIN } from './deployed.ts';

/** Attributes that hold an address of the site or of elsewhere. */
const ADDRESSES = ['href', 'src', 'action', 'poster', 'component-url', 'renderer-url'];

const valuesOf = (document: HtmlElement, name: string): string[] =>
  document
    .querySelectorAll(`[${name}]`)
    .map((element) => readable(element.getAttributeValue(name) ?? ''));

/** Every address that a page names: in attributes, styles, meta tags and structured data. */
export const addressesOf = ({ document, html }: BuiltPage): string[] => [
  ...ADDRESSES.flatMap((name) => valuesOf(document, name)),
  ...valuesOf(document, 'srcset').flatMap((set) =>
    set.split(',').map((candidate) => candidate.trim().split(' ')[0] ?? ''),
  ),
  ...(html.match(/(?<=url\(["']?)[^"')]+/g) ?? []),
  // An @id of structured data only tells one thing from another; nothing need be there.
  ...(html.replace(/"@id":"[^"]*"/g, '').match(new RegExp(`${ORIGIN}[^"'<\\s]*`, 'g')) ?? []),
];

/** The paths that functions answer, but for the one that answers whatever is not there. */
export const functionPaths = async (): Promise<string[]> => {
  const directory = path.join(ROOT, 'netlify', 'functions');
  const configs = readdirSync(directory).map(async (file): Promise<string[]> => {
    const { config } = await import(path.join(directory, file));
    return [config.path ?? []].flat(); // a scheduled one has none
  });
  return (await Promise.all(configs)).flat().filter((route) => route !== '/*');
};

/** Those of the addresses that lead nowhere within the site, with what is amiss. */
export const deadAddresses = (
  { path: from, addresses }: { path: string; addresses: readonly string[] },
  { pages, files }: Pick<BuiltSite, 'pages' | 'files'>,
  functions: readonly string[],
): string[] =>
  addresses
    .filter((address) => !/^(mailto:\S+@|data:)/.test(address))
    .filter((address) => {
      const { origin, pathname, hash } = new URL(address, `${ORIGIN}${from}`);
      if (origin !== ORIGIN) return !address.startsWith('https://');
      const page = pages.find((candidate) => candidate.path === pathname);
      // Not of the document that was read: it has no insides of drawings.
      if (page) return hash !== '' && !page.html.includes(` id="${hash.slice(1)}"`);
      if (hash !== '' && files.has(pathname)) return true;
      const isRoute = functions.some((route) =>
        new URLPattern({ pathname: route }).test({ pathname }),
      );
      return !isRoute && !files.has(pathname);
    })
    .map((address) => `${from} names ${address}`);
