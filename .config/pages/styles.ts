import { transform } from 'lightningcss';

/** Of classes and custom properties, as they are written in CSS; parts of numbers do no harm. */
const NAMES = /(?<=\.)(?:\\.|[\w-])+|--[\w-]+/g;
/** lightningcss would leave these out with a class of the same name: animations, and properties that it does not know. */
const SHARED = /(?<=[{;]|@keyframes )(?!--)[\w-]+(?=[:{])/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Without it, longhands of text-decoration become a shorthand that Safari does not know. */
const targets = { safari: (16 << 16) | (4 << 8) };

const namesIn = (css: string): string[] =>
  [...new Set(css.match(NAMES))].map((name) => name.replaceAll('\\', ''));

const classesIn = (html: string): ReadonlySet<string> => {
  const lists = [...html.matchAll(/ class="([^"]*)"/g)].map(([, list = '']) =>
    list.replace(/&#?\w+;/g, (entity) => ENTITIES[entity] ?? entity),
  );
  return new Set(lists.flatMap((list) => list.split(/\s+/)));
};

/**
 * The rules that a page may need: its classes stand in its markup, or anywhere in its scripts. Rules by element or
 * attribute all stay. A custom property stays where a rule reads it, or the page or a script names it.
 */
export const pruneCss = (css: string, html: string, scripts: string): string => {
  const classes = classesIn(html);
  const isNamed = (name: string): boolean =>
    classes.has(name) || scripts.includes(name) || (name.startsWith('--') && html.includes(name));
  const shared = new Set(css.match(SHARED));
  const names = namesIn(css).filter((name) => !shared.has(name) && !isNamed(name));
  let pruned = css;
  let known = -1;
  // A property may be read by another one alone, which goes first.
  for (;;) {
    const read = new Set(pruned.match(/(?<=var\(\s*)--[\w-]+/g));
    const unusedSymbols = names.filter((name) => !read.has(name));
    if (unusedSymbols.length === known) return pruned;
    known = unusedSymbols.length;
    const code = Buffer.from(css);
    pruned = transform({
      filename: 'page.css',
      code,
      minify: true,
      targets,
      unusedSymbols,
    }).code.toString();
  }
};
