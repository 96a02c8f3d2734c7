/** Tailwind gives its properties their first values twice: by this rule for old browsers, and by @property. */
const FIRST_VALUES = /@supports \(\(\(-webkit-hyphens:none\)\)[^{]*\{([^{}]*)\{([^{}]*)\}\}/;
const REGISTERED = /@property --tw-[^}]*\}/g;
const READ_BY_NAME = /var\((--tw-[\w-]+)(?:,((?:[^()]|\([^()]*\))*))?\)/g;

/**
 * The first values of Tailwind's properties in place of what reads them. Only for those that some rule sets does the
 * rule for all elements stay: it has the browser make a style for ::before and ::after of each.
 */
const writeFirstValues = (css: string): string => {
  const [rule = '', all = '', values = ''] = FIRST_VALUES.exec(css) ?? [];
  const bare = css.replace(REGISTERED, '');
  const others = bare.replace(rule, '');
  const isSet = (name: string): boolean => others.includes(`${name}:`);
  const first = [...values.matchAll(/(--tw-[\w-]+):([^;]*)/g)];
  const kept = first.filter(([, name = '']) => isSet(name)).map(([declaration]) => declaration);
  return bare
    .replace(rule, kept.length > 0 ? `${all}{${kept.join(';')}}` : '')
    .replace(READ_BY_NAME, (read, name: string, fallback: string = read) => {
      if (isSet(name)) return read;
      const value = first.find(([, known]) => known === name)?.[2] ?? 'initial';
      return value === 'initial' ? fallback : value;
    });
};

/** Where Tailwind declares the tokens of src/styles/tokens.css. */
const THEME = /:root,:host\{([^}]*)\}/;

/** The value of each token that is the same in all schemes and hues, in place of what reads it, if that is shorter. */
const writeTokens = (css: string, isWanted: (name: string) => boolean): string => {
  const [, theme = ''] = THEME.exec(css) ?? [];
  let written = css;
  for (const [, name = '', value = ''] of theme.matchAll(/(--[\w-]+):([^;]+)/g)) {
    const read = `var(${name})`;
    const isSetOnce = css.split(`${name}:`).length === 2;
    const longer = (css.split(read).length - 1) * (value.length - read.length);
    if (isSetOnce && !isWanted(name) && longer < name.length + value.length) {
      written = written.replaceAll(read, value);
    }
  }
  return written;
};

/** Custom properties of a minified stylesheet as plain values, where they cannot vary and no script wants them. */
export const writeOut = (css: string, isWanted: (name: string) => boolean): string =>
  writeTokens(writeFirstValues(css), isWanted);
