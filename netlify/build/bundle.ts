import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import type { Generated } from './generated.ts';

/**
 * Bundles the functions of the project at `root` into `directory`: a file for each, and what several share or one
 * loads by `import()` in chunks. Netlify traces those from each file, in which it also reads `config`.
 */
export const bundleFunctions = async (root: string, directory: string, generated: Generated) => {
  const json = path.join(path.dirname(directory), 'generated.json');
  await rm(directory, { recursive: true, force: true }); // the chunks of an earlier build
  await mkdir(path.dirname(json), { recursive: true });
  await writeFile(json, JSON.stringify(generated));
  return build({
    absWorkingDir: root,
    alias: { '#generated': json },
    entryPoints: ['netlify/functions/*.ts'],
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Stripe's SDK then leaves out Node's http and https, which take five times as long to load.
    conditions: ['worker', 'module'],
    // Names remain, since the logs name errors by their classes.
    minifySyntax: true,
    minifyWhitespace: true,
    metafile: true,
  });
};
