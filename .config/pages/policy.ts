import { createHash } from 'node:crypto';

/** sonner 2.0.8 puts an empty style into the document, and then this text into it. */
export const SONNER_STYLES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
];

const POLICY = /<meta http-equiv="content-security-policy"[^>]*>/;
const HASHES = /(?: 'sha256-[^']+')+/;
/** Scripts that run: structured data and rules for what to fetch ahead do not, but the latter need a hash. */
const SCRIPT = /<script(?![^>]* src=)(?![^>]*application\/ld\+json)([^>]*)>([^]*?)<\/script>/g;

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page without its policy, and that; throws where there is none. */
export const takePolicy = (html: string): readonly [html: string, policy: string] => {
  const [policy] = POLICY.exec(html) ?? [];
  if (policy === undefined) throw new Error('the page has no policy');
  return [html.replace(policy, ''), policy];
};

/**
 * The hashes of a page's scripts. Astro's policy has those of its own; the page's layout marks what it wrote
 * itself. Anything else, such as what was pasted into a text, throws: nobody has looked at it.
 */
const scriptHashes = (html: string, policy: string): string[] =>
  [...html.matchAll(SCRIPT)].map(([script, attributes = '', text = '']) => {
    const hash = hashOf(text);
    if (/\sdata-own|speculationrules/.test(attributes) || policy.includes(hash)) return hash;
    throw new Error(`a script that is not the shop's own: ${script.slice(0, 80)}`);
  });

const replaceHashes = (policy: string, directive: string, hashes: readonly string[]): string => {
  const sources = new RegExp(`${directive}[^;]*;`).exec(policy)?.[0] ?? '';
  if (!HASHES.test(sources)) throw new Error(`the policy has no hash in ${directive}`);
  return policy.replace(sources, () => sources.replace(HASHES, ` ${hashes.join(' ')}`));
};

/** Astro's policy names what stands in all pages; this one what stands in this page, and its one style. */
export const narrowPolicy = (policy: string, html: string, style: string): string => {
  const styles = [hashOf(style), ...(html.includes('<astro-island') ? SONNER_STYLES : [])];
  const narrowed = replaceHashes(policy, 'script-src', scriptHashes(html, policy));
  return replaceHashes(narrowed, 'style-src', styles);
};
