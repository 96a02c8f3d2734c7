import type { SelectorComponent, StyleRule } from 'lightningcss';
import { classesOf } from './classes.ts';
import { rewriteCss } from './rewrite-css.ts';

/** Of classes and custom properties, as they are written in CSS; parts of numbers do no harm. */
const NAMES = /(?<=\.)(?:\\.|[\w-])+|--[\w-]+/g;

/** Of animations, and of properties that lightningcss does not know: it would leave these out with a class. */
const sharedNamesIn = (css: string): ReadonlySet<string> => {
  const shared = new Set(css.match(/(?<=@keyframes )[\w-]+/g));
  const custom = ({ name }: { name: string }): void => void shared.add(name);
  rewriteCss(css, { visitor: { Declaration: { custom } } });
  return new Set([...shared].filter((name) => !name.startsWith('--')));
};

/**
 * The rules that a page may need: its classes, elements and values of attributes stand in its markup, or anywhere in
 * its scripts. A custom property stays where a rule reads it, or the page or a script names it.
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
  // A property may be read by another one alone, which goes first.
  for (;;) {
    const read = new Set(pruned.match(/(?<=var\(\s*)--[\w-]+/g));
    const unusedSymbols = unkept.filter((name) => !read.has(name));
    if (unusedSymbols.length === known) return pruned;
    known = unusedSymbols.length;
    pruned = rewriteCss(css, { unusedSymbols, visitor: { Rule: { style } } });
  }
};
