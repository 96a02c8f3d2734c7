import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { DRAWN } from '../content/words.ts';

const require = createRequire(import.meta.url);

const FILES = {
  serif: require.resolve('@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2'),
  sans: require.resolve('@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff2'),
  bold: require.resolve('@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff2'),
};

/** The style of the site's headings, at an optical size that suits small headings too. */
const HEADING_CUT = { wght: 600, SOFT: 50, WONK: 0, opsz: 48 };

/** An uncompressed web font. pdfkit is slow to decompress one. */
async function unpacked(file: string, variationAxes: Record<string, number> = {}): Promise<Buffer> {
  return subsetFont(await readFile(file), DRAWN, { targetFormat: 'sfnt', variationAxes });
}

const load = async () => ({
  serif: await unpacked(FILES.serif, HEADING_CUT),
  sans: await unpacked(FILES.sans),
  bold: await unpacked(FILES.bold),
});

let loading: ReturnType<typeof load> | undefined;

/** The shop's fonts for print and pictures, read and subset once per process. */
export const loadFonts = () => (loading ??= load());
