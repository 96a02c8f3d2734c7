import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

const FRAUNCES =
  require.resolve('@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2');
const SANS =
  require.resolve('@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff2');
const BOLD =
  require.resolve('@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff2');

/** The cut that the site's headings have, at an optical size that suits small headings too. */
const HEADING_CUT = { wght: 600, SOFT: 50, WONK: 0, opsz: 48 };

/** Latin 1, and the marks that good copy uses. */
const GLYPHS = `${String.fromCharCode(...Array.from({ length: 224 }, (_, i) => 32 + i))}–—‘’“”…`;

/** The plain form of a web font: what unpacks it in pdfkit and satori is slow, or not there. */
async function unpacked(file: string, variationAxes: Record<string, number> = {}): Promise<Buffer> {
  return subsetFont(await readFile(file), GLYPHS, { targetFormat: 'sfnt', variationAxes });
}

async function load() {
  return {
    serif: await unpacked(FRAUNCES, HEADING_CUT),
    sans: await unpacked(SANS),
    bold: await unpacked(BOLD),
  };
}

let loading: ReturnType<typeof load> | undefined;

/** The shop's type, for print and pictures. Read and cut once a process. */
export const loadFonts = () => (loading ??= load());
