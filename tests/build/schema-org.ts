import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../netlify/local/settings.ts';

const TSC = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const OPTIONS =
  '--noEmit --strict --ignoreConfig --skipLibCheck --module nodenext --target es2024 --types node'.split(
    ' ',
  );

/**
 * What schema.org, as schema-dts has it in types, finds wrong with each of some documents, by their
 * names. One run of the compiler for all: it takes seconds.
 */
export const schemaErrors = (
  documents: Readonly<Record<string, string>>,
): Record<string, string[]> => {
  // Below the project, so that the compiler finds schema-dts.
  const directory = path.join(ROOT, '.netlify', 'test-schema-org');
  mkdirSync(directory, { recursive: true });
  try {
    const files = Object.entries(documents).map(([name, json]) => {
      const file = path.join(directory, `${name}.ts`);
      const source = `import type { Graph } from 'schema-dts';\nexport const data: Graph = ${json};\n`;
      writeFileSync(file, source);
      return file;
    });
    const run = spawnSync(process.execPath, [TSC, ...OPTIONS, ...files], { cwd: ROOT });
    const lines = run.stdout.toString().split('\n');
    const found = Object.keys(documents).map((name) => [
      name,
      lines.filter((line) => line.includes(`test-schema-org/${name}.ts(`)),
    ]);
    if (run.status !== 0 && found.every(([, errors]) => errors?.length === 0)) {
      throw new Error(`${lines.join('\n')}${run.stderr}`);
    }
    return Object.fromEntries(found);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};
