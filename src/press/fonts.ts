import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const { resolve } = createRequire(import.meta.url);

const SERIF = '@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2';
const SANS = '@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff';
const SANS_BOLD = '@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff';

/** The cut that the site's headings have, at an optical size that does for headlines and small heads. */
const HEADING_CUT = { wght: 600, SOFT: 50, WONK: 0, opsz: 48 };

/** Latin 1, and the marks that good copy uses. */
const GLYPHS = `${String.fromCharCode(...Array.from({ length: 224 }, (_, i) => 32 + i))}–—‘’“”…`;

export type Fonts = { readonly serif: Buffer; readonly sans: Buffer; readonly bold: Buffer };

async function load(): Promise<Fonts> {
  const [variable, sans, bold] = await Promise.all(
    [SERIF, SANS, SANS_BOLD].map((file) => readFile(resolve(file))),
  );
  if (!variable || !sans || !bold) throw new Error('A font is missing; run npm ci.');
  const serif = await subsetFont(variable, GLYPHS, {
    targetFormat: 'sfnt',
    variationAxes: HEADING_CUT,
  });
  return { serif, sans, bold };
}

let loading: Promise<Fonts> | undefined;

/** The shop's type, for print and pictures. Read and cut once a process. */
export function loadFonts(): Promise<Fonts> {
  loading ??= load();
  return loading;
}
