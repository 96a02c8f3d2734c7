import { type CustomAtRules, type Visitor, transform } from 'lightningcss';

type Options = {
  readonly visitor?: Visitor<CustomAtRules>;
  /** Classes and custom properties without which the stylesheet is written. */
  readonly unusedSymbols?: string[];
};

/** Without it, longhands of text-decoration become a shorthand that Safari does not know. */
const targets = { safari: (16 << 16) | (4 << 8) };

/** The stylesheet, minified. */
export const rewriteCss = (css: string, options: Options): string =>
  transform({
    filename: 'page.css',
    code: Buffer.from(css),
    minify: true,
    targets,
    ...options,
  }).code.toString();
