import {
  type CustomAtRules,
  Features,
  type LayerBlockRule,
  type Selector,
  type SelectorComponent,
  type StyleRule,
  type Visitor,
  transform,
} from 'lightningcss';

type Options = {
  readonly visitor?: Visitor<CustomAtRules>;
  /** Classes and custom properties to leave out of the stylesheet. */
  readonly unusedSymbols?: string[];
};

const MAJOR = 16;
const MINOR = 4;

/**
 * The browsers that all styles are compiled for, the same as in Tailwind's plugin. Without them, longhands of
 * text-decoration become a shorthand that Safari doesn't know, and declarations for Safari alone are dropped.
 */
export const CSS_TARGET = `safari${MAJOR}.${MINOR}`;
const SAFARI = (MAJOR << 16) | (MINOR << 8);

const COMMON = {
  filename: 'page.css',
  targets: { safari: SAFARI, ios_saf: SAFARI },
  exclude: Features.LightDark,
};

/** Rewrites the stylesheet without adding prefixes. Only `minifyCss` adds them, or each rewrite would add more. */
const rewriteCss = (css: string, options: Options): string => {
  const exclude = COMMON.exclude | Features.VendorPrefixes;
  return transform({ ...COMMON, exclude, code: Buffer.from(css), ...options }).code.toString();
};

/** The stylesheet, minified. */
export const minifyCss = (css: string): string =>
  transform({ ...COMMON, code: Buffer.from(css), minify: true }).code.toString();

const LIST = /(?<= class=")[^"]*/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

const namesIn = (list: string): string[] =>
  list.replace(/&#?\w+;/g, (entity) => ENTITIES[entity] ?? entity).split(/\s+/);

/** The names that a page's markup uses. */
const classesOf = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(LIST)].flatMap(([list]) => namesIn(list)));

/** Class names and custom properties as CSS writes them. Parts of numbers match too, which is harmless. */
const NAMES = /(?<=\.)(?:\\.|[\w-])+|--[\w-]+/g;

/** Names of animations, and of properties unknown to lightningcss, which would drop them along with a class. */
const sharedNamesIn = (css: string): ReadonlySet<string> => {
  const shared = new Set(css.match(/(?<=@keyframes )[\w-]+/g));
  const custom = ({ name }: { name: string }): void => void shared.add(name);
  rewriteCss(css, { visitor: { Declaration: { custom } } });
  return new Set([...shared].filter((name) => !name.startsWith('--')));
};

/** Leaves out Tailwind's values for browsers without @property. Firefox before 128 draws no hairlines without them. */
const layer = ({ value: { name } }: { value: LayerBlockRule<unknown> }): undefined | [] =>
  name?.join('.') === 'properties' ? [] : undefined;

/**
 * Keeps the rules that a page may need: those whose classes, elements and attribute values occur in its markup or
 * anywhere in its scripts. A custom property stays if a rule reads it, or if the page or a script names it.
 */
export const pruneCss = (css: string, html: string, scripts: string): string => {
  const classes = classesOf(html);
  const shared = sharedNamesIn(css);
  const isIn = (name: string): boolean => html.includes(name) || scripts.includes(name);
  const isKept = (name: string): boolean =>
    shared.has(name) ||
    (name.startsWith('--') ? isIn(name) : classes.has(name) || scripts.includes(name));
  const isNever = (part: SelectorComponent): boolean => {
    if (part.type === 'type')
      return !html.includes(`<${part.name}`) && !scripts.includes(part.name);
    if (part.type !== 'attribute' || part.operation?.operator !== 'equal') return false;
    return !isIn(part.operation.value);
  };
  const style = ({ value: { selectors } }: { value: StyleRule }): undefined | [] =>
    selectors.every((selector) => selector.some(isNever)) ? [] : undefined;
  const unkept = [...new Set(css.match(NAMES))]
    .map((name) => name.replaceAll('\\', ''))
    .filter((name) => !isKept(name));
  let pruned = css;
  let known = -1;
  // A property may only be read by another one that is removed first.
  for (;;) {
    const read = new Set(pruned.match(/(?<=var\(\s*)--[\w-]+/g));
    const unusedSymbols = unkept.filter((name) => !read.has(name));
    if (unusedSymbols.length === known) return pruned;
    known = unusedSymbols.length;
    pruned = rewriteCss(css, { unusedSymbols, visitor: { Rule: { style, 'layer-block': layer } } });
  }
};

/** Tailwind's utilities, and the attributes by which Astro scopes a component's styles. */
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
 * Gives every class that a tool has named a short name, in the page and its styles, unless a script names it. This saves
 * a twentieth of the compressed page.
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
  const renamed = html.replace(LIST, (list) =>
    namesIn(list)
      .map((name, index) => short.get(name) ?? list.split(/\s+/)[index])
      .join(' '),
  );
  return [renamed, rewriteCss(css, { visitor: { Selector: rename } })];
};
