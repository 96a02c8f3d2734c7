import { type CustomAtRules, Features, type Visitor, transform } from 'lightningcss';

type Options = {
  readonly visitor?: Visitor<CustomAtRules>;
  /** Classes and custom properties without which the stylesheet is written. */
  readonly unusedSymbols?: string[];
};

const MAJOR = 16;
const MINOR = 4;

/**
 * What all styles are written for; Tailwind's own plugin has the same. Without it, longhands of text-decoration become a
 * shorthand that Safari does not know, and what is written for Safari alone is lost.
 */
export const CSS_TARGET = `safari${MAJOR}.${MINOR}`;
const SAFARI = (MAJOR << 16) | (MINOR << 8);

const COMMON = {
  filename: 'page.css',
  targets: { safari: SAFARI, ios_saf: SAFARI },
  exclude: Features.LightDark,
};

/** The stylesheet, as long as it was: prefixes are left to `minifyCss`, or each rewriting would add its own. */
export const rewriteCss = (css: string, options: Options): string => {
  const exclude = COMMON.exclude | Features.VendorPrefixes;
  return transform({ ...COMMON, exclude, code: Buffer.from(css), ...options }).code.toString();
};

/** As short as can be. */
export const minifyCss = (css: string): string =>
  transform({ ...COMMON, code: Buffer.from(css), minify: true }).code.toString();
