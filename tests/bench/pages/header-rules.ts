import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../../netlify/local/settings.ts';

type Rule = { readonly path: RegExp; readonly values: Readonly<Record<string, string>> };

const patternOf = (address: string): RegExp =>
  new RegExp(`^${address.replace(/[.?+^$()[\]{}|\\]/g, '\\$&').replaceAll('*', '.*')}$`);

/** The `[[headers]]` of netlify.toml, in the few lines of TOML that they are written in. */
const readRules = (): Rule[] => {
  const [, ...blocks] = readFileSync(path.join(ROOT, 'netlify.toml'), 'utf8')
    .replaceAll(/^\s*#.*$/gm, '')
    .split(/^\[\[/m)
    .filter((block, index) => index === 0 || block.startsWith('headers]]'));
  return blocks.map((block) => {
    const pairs = [...block.matchAll(/^\s*"?([\w-]+)"?\s*=\s*"(.*)"\s*$/gm)];
    const values = pairs.map(([, name = '', value = '']) => [name.toLowerCase(), value] as const);
    const address = values.find(([name]) => name === 'for')?.[1] ?? '';
    return {
      path: patternOf(address),
      values: Object.fromEntries(values.filter(([name]) => name !== 'for')),
    };
  });
};

/** What Netlify says of a file of which netlify.toml says nothing: docs.netlify.com, "Caching overview". */
const DEFAULTS = { 'cache-control': 'public,max-age=0,must-revalidate' };

/** The headers with which Netlify would serve a path; of two rules the later one wins. */
export const headersFor = (): ((address: string) => Record<string, string>) => {
  const rules = readRules();
  return (address) =>
    Object.assign(
      {},
      DEFAULTS,
      ...rules.filter((rule) => rule.path.test(address)).map(({ values }) => values),
    );
};
