import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

const SOURCE =
  require.resolve('@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2');

/** Printable ASCII and typographic punctuation. Other characters use the system's serif font. */
const GLYPHS = `${String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i))}–—‘’“”…·×½©éñ`;

/**
 * Fixed values for the font's axes. The optical size (`opsz`) suits headings on phones. If it were
 * variable, the file would be twice as large.
 */
const AXES = { wght: 600, SOFT: 50, WONK: 0, opsz: 36 };

/** Subsets the heading font to `GLYPHS` and `AXES`, once per machine. Returns the file's path. */
export const cutHeadingFont = async (root: string): Promise<string> => {
  const digest = createHash('sha256')
    .update(JSON.stringify([path.basename(SOURCE), GLYPHS, AXES]))
    .digest('hex');
  const file = path.join(root, '.astro', 'fonts', `fraunces-${digest.slice(0, 8)}.woff2`);
  if (existsSync(file)) return file;
  const source = await readFile(SOURCE);
  const subset = await subsetFont(source, GLYPHS, { targetFormat: 'woff2', variationAxes: AXES });
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, subset);
  return file;
};
