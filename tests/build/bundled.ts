import path from 'node:path';
import { bundleFunctions } from '../../netlify/build/bundle.ts';
import type { Generated } from '../../netlify/build/generated.ts';
import { ROOT } from '../../netlify/local/settings.ts';

/** Bundles the functions. Returns each one with its size in bytes, including its chunks. */
export const bundle = async (directory: string, generated: Generated) => {
  const { outputs } = (await bundleFunctions(ROOT, directory, generated)).metafile;
  const loadedBy = (file: string, found = new Set<string>()): Set<string> => {
    if (found.has(file)) return found;
    found.add(file);
    for (const { kind, path: chunk } of outputs[file]?.imports ?? [])
      if (kind === 'import-statement') loadedBy(chunk, found);
    return found;
  };
  return Object.entries(outputs).flatMap(([file, { entryPoint }]) => {
    if (!entryPoint?.startsWith('netlify/functions/')) return [];
    const sizes = [...loadedBy(file)].map((one) => outputs[one]?.bytes ?? 0);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    return { name: path.parse(file).name, file: path.join(ROOT, file), bytes };
  });
};
