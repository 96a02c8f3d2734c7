import type { Selector } from 'lightningcss';
import { classesOf, renameClasses } from './classes.ts';
import { rewriteCss } from './rewrite-css.ts';

/** Of Tailwind's utilities, and what Astro marks the elements of a component by that has styles. */
const generatedIn = (css: string): ReadonlySet<string> => {
  const names = new Set(css.match(/(?<=\.)astro-\w{8}\b/g));
  let isUtility = false;
  rewriteCss(css, {
    visitor: {
      Rule: {
        'layer-block': ({ value }) => void (isUtility = value.name?.join('.') === 'utilities'),
      },
      RuleExit: ({ type }) => void (isUtility &&= type !== 'layer-block'),
      Selector: (parts) => {
        for (const part of parts) if (isUtility && part.type === 'class') names.add(part.name);
      },
    },
  });
  return names;
};

const LETTERS = 26;

/** a, b ... z, a0, a1 ... */
const nameAt = (index: number): string =>
  (index < LETTERS ? index + 10 : index - LETTERS + 360).toString(36);

/**
 * The page and its styles with a short name for every class that a tool has named, but for those that a script names:
 * a twentieth of the page as it is sent.
 */
export const shortenNames = (
  html: string,
  css: string,
  scripts: string,
): readonly [html: string, css: string] => {
  const generated = [...generatedIn(css)].filter((name) => !scripts.includes(name));
  const short = new Map(generated.map((name, index) => [name, nameAt(index)]));
  const taken = [...classesOf(html)].filter((name) => [...short.values()].includes(name));
  if (taken.length > 0) throw new Error(`a class is too short: ${taken.join(', ')}`);
  const rename = (parts: Selector): Selector =>
    parts.map((part) =>
      part.type === 'class' ? { ...part, name: short.get(part.name) ?? part.name } : part,
    );
  return [
    renameClasses(html, (name) => short.get(name)),
    rewriteCss(css, { visitor: { Selector: rename } }),
  ];
};
