import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../netlify/local/settings.ts';

const TSC = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const OPTIONS =
  '--noEmit --strict --ignoreConfig --skipLibCheck --module nodenext --target es2024 --types node'.split(
    ' ',
  );

type Typed = { readonly type: string; readonly json: string };

/**
 * What the types of a package find wrong with each of some JSON documents, by their names: a field that is
 * missing or unknown, of another type, or null where that may not be. One run of the compiler for all: it takes
 * seconds.
 */
export const typeErrors = (
  imported: string,
  documents: Readonly<Record<string, Typed>>,
): Record<string, string[]> => {
  // Below the project, so that the compiler finds its packages.
  mkdirSync(path.join(ROOT, '.netlify'), { recursive: true });
  const directory = mkdtempSync(path.join(ROOT, '.netlify', 'test-json-'));
  try {
    const files = Object.entries(documents).map(([name, { type, json }]) => {
      const file = path.join(directory, `${name}.ts`);
      writeFileSync(file, `${imported};\nexport const data: ${type} = ${json};\n`);
      return file;
    });
    const run = spawnSync(process.execPath, [TSC, ...OPTIONS, ...files], { cwd: ROOT });
    const lines = run.stdout.toString().split('\n');
    const found = Object.keys(documents).map((name) => [
      name,
      lines.filter((line) => line.includes(`${path.basename(directory)}/${name}.ts(`)),
    ]);
    if (run.status !== 0 && found.every(([, errors]) => errors?.length === 0)) {
      throw new Error(`${lines.join('\n')}${run.stderr}`);
    }
    return Object.fromEntries(found);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};
