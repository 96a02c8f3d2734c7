import { type CustomAtRules, Features, type Visitor, transform } from 'lightningcss';

type Options = {
  readonly visitor?: Visitor<CustomAtRules>;
  /** Classes and custom properties without which the stylesheet is written. */
  readonly unusedSymbols?: string[];
};

/** The stylesheet, as long as it was. */
export const rewriteCss = (css: string, options: Options): string =>
  transform({ filename: 'page.css', code: Buffer.from(css), ...options }).code.toString();

const SAFARI = (16 << 16) | (4 << 8);

/**
 * As short as can be. Without targets, longhands of text-decoration become a shorthand that Safari does not know; and
 * what is written here for Safari alone stays.
 */
export const minifyCss = (css: string): string =>
  transform({
    filename: 'page.css',
    code: Buffer.from(css),
    minify: true,
    targets: { safari: SAFARI, ios_saf: SAFARI },
    exclude: Features.LightDark,
  }).code.toString();
