import { type Selector, type SelectorComponent, transform } from 'lightningcss';
import { writeOut } from './write-out.ts';

/** Words that may be names in CSS: of ids, elements, attributes and custom properties. */
const wordsOf = (source: string): readonly string[] => source.match(/[\w-]+/g) ?? [];

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
};

/** Set by the browser itself, so they stand in no page. */
const BY_BROWSER = new Set(['open']);

type Has = (name: string) => boolean;

/** What may become markup: a page, and the scripts that change it. */
export type Source = { readonly html: string; readonly scripts: string };

/** Whether a name may come up, that of a class with a dot. Any part of a script may be the name of a class. */
const namesOf = ({ html, scripts }: Source): Has => {
  const attributes = [...html.matchAll(/ class="([^"]*)"/g)].map(([, names = '']) =>
    names.replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity),
  );
  const classes = new Set(attributes.flatMap((names) => names.split(/\s+/)));
  const words = new Set([...wordsOf(html), ...wordsOf(scripts), ...BY_BROWSER]);
  return (name) =>
    name.startsWith('.')
      ? classes.has(name.slice(1)) || scripts.includes(name.slice(1))
      : words.has(name);
};

const mayBe = (part: SelectorComponent, has: Has): boolean => {
  if (part.type === 'pseudo-class' && (part.kind === 'is' || part.kind === 'where')) {
    return part.selectors.some((selector) => mayMatch(selector, has));
  }
  if (part.type === 'class') return has(`.${part.name}`);
  if (part.type === 'attribute') {
    const { operator, value } = part.operation ?? {};
    const mayEqual = operator !== 'equal' || !/^[\w-]+$/.test(value ?? '') || has(value ?? '');
    return has(part.name) && mayEqual;
  }
  return part.type === 'id' || part.type === 'type' ? has(part.name) : true;
};

const mayMatch = (selector: Selector, has: Has): boolean =>
  selector.every((part) => mayBe(part, has));

type Pass = { readonly css: string; readonly has: Has; readonly used: Has };

const pass = ({ css, has, used }: Pass): string =>
  transform({
    filename: 'page.css',
    code: Buffer.from(css),
    minify: true,
    visitor: {
      Rule: {
        style: ({ value: { selectors } }) =>
          selectors.some((selector) => mayMatch(selector, has)) ? undefined : [],
        property: (rule) => (used(rule.value.name) ? undefined : []),
      },
      Declaration: {
        // Properties that lightningcss does not know are called custom too.
        custom: ({ name }) => (name.startsWith('--') && !used(name) ? [] : undefined),
      },
    },
  }).code.toString();

/** Custom properties that some rule reads. */
const readIn = (css: string): Set<string> =>
  new Set(css.match(/var\(\s*--[\w-]+/g)?.map((call) => call.replace(/^var\(\s*/, '')));

const keepRead = (css: string, has: Has): string => {
  const read = readIn(css);
  return pass({ css, has, used: (name) => read.has(name) || has(name) });
};

const prune = (css: string, has: Has): string => {
  let pruned = pass({ css, has, used: () => true });
  // A property may be read by another one alone, which goes first.
  for (;;) {
    const next = keepRead(pruned, has);
    if (next.length === pruned.length) return keepRead(writeOut(next, has), has);
    pruned = next;
  }
};

/** A result, and the answers that led to it. */
type Known = { readonly answers: ReadonlyMap<string, boolean>; readonly pruned: string };

/** By stylesheet. Pages of one kind mostly use the same of it, and pruning takes a tenth of a second. */
const known = new Map<string, Known[]>();

/** The rules of a stylesheet that may match something, and the custom properties that they read. */
export const pruneCss = (css: string, source: Source): string => {
  const has = namesOf(source);
  const before = known.get(css) ?? [];
  const same = before.find(({ answers }) =>
    answers.entries().every(([name, is]) => has(name) === is),
  );
  if (same) return same.pruned;
  const answers = new Map<string, boolean>();
  const pruned = prune(css, (name) => {
    answers.set(name, has(name));
    return has(name);
  });
  known.set(css, [...before, { answers, pruned }]);
  return pruned;
};
