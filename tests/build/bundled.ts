import path from 'node:path';
import { bundleFunctions } from '../../netlify/build/bundle.ts';
import type { Generated } from '../../netlify/build/generated.ts';
import { ROOT } from '../../netlify/local/settings.ts';

/** Bundles the functions into `directory`. Returns each with the chunks that load with it, and those at first use. */
export const bundle = async (directory: string, generated: Generated) => {
  const { metafile } = await bundleFunctions(ROOT, directory, generated);
  const outputOf = (file: string) =>
    metafile.outputs[file] ?? { bytes: 0, imports: [], inputs: {} };
  const importsOf = (file: string, ...kinds: string[]): string[] =>
    outputOf(file).imports.flatMap((one) =>
      kinds.includes(one.kind) && !one.external ? [one.path] : [],
    );
  const loadedBy = (file: string, found = new Set<string>()): Set<string> => {
    if (found.has(file)) return found;
    found.add(file);
    for (const one of importsOf(file, 'import-statement')) loadedBy(one, found);
    return found;
  };
  return Object.entries(metafile.outputs).flatMap(([file, { entryPoint }]) => {
    if (!entryPoint?.startsWith('netlify/functions/')) return [];
    const loaded = [...loadedBy(file)];
    return {
      name: path.parse(file).name,
      file: path.join(ROOT, file),
      bytes: loaded.reduce((sum, one) => sum + outputOf(one).bytes, 0),
      inputs: loaded.flatMap((one) => Object.keys(outputOf(one).inputs)),
      /** The names of chunks without their hashes. */
      later: loaded
        .flatMap((one) => importsOf(one, 'dynamic-import'))
        .map((one) => path.basename(one).replace(/-[A-Z\d]{8}\.mjs$/, '')),
    };
  });
};
