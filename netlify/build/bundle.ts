import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import type { Generated } from './generated.ts';

/**
 * Writes one file per function into `directory`, plus chunks for shared code and for `import()`.
 * Netlify reads `config` from each function's file and finds its chunks by tracing the imports.
 */
export const bundleFunctions = async (root: string, directory: string, generated: Generated) => {
  const jsonPath = path.join(path.dirname(directory), 'generated.json');
  // Deletes the chunks of an earlier build.
  await rm(directory, { recursive: true, force: true });
  await mkdir(path.dirname(jsonPath), { recursive: true });
  await writeFile(jsonPath, JSON.stringify(generated));
  return build({
    absWorkingDir: root,
    alias: { '#generated': jsonPath },
    entryPoints: ['netlify/functions/*.ts'],
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Selects the build of Stripe's SDK that does not import Node's http and https. The other one
    // takes five times as long to load.
    conditions: ['worker', 'module'],
    // Identifiers are not minified, since the log contains the class names of errors.
    minifySyntax: true,
    minifyWhitespace: true,
    metafile: true,
  });
};
