import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { file as jsonFile, glob, type Loader } from 'astro/loaders';
import { AstroError } from 'astro/errors';
import type { z } from 'astro/zod';
import { explain, explainBroken } from './explain.ts';
import { readSource } from './source.ts';

type Files = {
  /** The folder, from the project's root. */
  base: string;
  pattern: string;
  /** For files whose text below the fields is printed: what is said when it is missing. */
  body?: string;
};

/** What is wrong with a content file, in words for its editor; null when nothing is. */
export function problemIn(file: string, text: string, schema: z.ZodType, body?: string) {
  const source = readSource(file, text);
  if ('message' in source) return explainBroken(source);
  const missing = body && source.body === '' ? `${file}: ${body}` : null;
  return explain(source, schema) ?? missing;
}

/** Stops the build, or the dev server's start, with the editor's words. */
function stopFor(problems: readonly string[]): void {
  if (problems.length === 0) return;
  throw new AstroError(
    `The content needs a correction.\n\n${problems.join('\n\n')}\n`,
    'Nothing was published. content/README.md tells how each file is written.',
  );
}

async function check(files: Files, schema: z.ZodType, root: string): Promise<void> {
  const names = (await readdir(path.join(root, files.base))).toSorted();
  const problems = await Promise.all(
    names
      .filter((name) => path.matchesGlob(name, files.pattern))
      .map(async (name) => {
        const found = path.posix.join(files.base, name);
        return problemIn(found, await readFile(path.join(root, found), 'utf8'), schema, files.body);
      }),
  );
  stopFor(problems.filter((problem) => problem !== null));
}

/** A loader that looks first, with our words where a file is wrong. */
const after = (look: (root: string) => Promise<void>, loader: Loader): Loader => ({
  ...loader,
  load: async (context) => {
    await look(fileURLToPath(context.config.root));
    await loader.load(context);
  },
});

/** Astro's own loader of Markdown files, checked for editors. */
export function markdown(files: Files, schema: z.ZodType): Loader {
  const { base, pattern } = files;
  return after((root) => check(files, schema, root), glob({ base, pattern }));
}

/** Astro's own loader of one JSON file, checked for editors. `entries` finds the list in it. */
export function json<S extends z.ZodType>(
  name: string,
  schema: S,
  entries: (data: z.infer<S>) => { id: string }[],
): Loader {
  const look = async (root: string) => {
    const problem = problemIn(name, await readFile(path.join(root, name), 'utf8'), schema);
    stopFor(problem === null ? [] : [problem]);
  };
  return after(look, jsonFile(name, { parser: (text) => entries(schema.parse(JSON.parse(text))) }));
}
