import { globSync, readFileSync } from 'node:fs';

/**
 * Fails if two files in src/ or netlify/ export different things under the same name, because a
 * code editor's auto-import may then pick the wrong one. Four folders may repeat names: functions
 * in `src/api` are named after the calls that they make, endpoints in `src/pages` export `GET`,
 * Netlify functions export `config`, and commands export `run`.
 */
const FILES = globSync('{src,netlify}/**/*.{ts,tsx}', {
  exclude: ['src/{api,pages}/**', 'netlify/{functions,commands}/**'],
});

const EXPORT =
  /^export (?:declare )?(?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/gm;

const filesByName = new Map<string, Set<string>>();
for (const file of FILES) {
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(EXPORT)) {
    const files = filesByName.get(name) ?? new Set();
    filesByName.set(name, files.add(file));
  }
}

for (const [name, files] of filesByName) {
  if (files.size === 1) continue;
  console.error(`${name} is exported by ${[...files].join(' and ')}. Rename all but one of them.`);
  process.exitCode = 1;
}
