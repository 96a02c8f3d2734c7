import { globSync, readFileSync } from 'node:fs';

/**
 * Fails if two files in src/ or netlify/ export different things under the same name, because a
 * code editor's auto-import may then pick the wrong one. Three kinds of files may repeat a name:
 * a function in `src/api` is named after the call that it makes, each Netlify function exports
 * `config`, and each command exports `run`.
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
