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

/** Those that the markup of a page names. */
export const classesOf = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(LIST)].flatMap(([list]) => namesIn(list)));

/** The page with other names for some of its classes. */
export const renameClasses = (html: string, nameOf: (name: string) => string | undefined): string =>
  html.replace(LIST, (list) => {
    const names = namesIn(list);
    const renamed = list
      .split(/\s+/)
      .map((written, index) => nameOf(names[index] ?? '') ?? written);
    return renamed.join(' ');
  });
