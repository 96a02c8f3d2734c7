import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AstroError } from 'astro/errors';
import type { Loader, LoaderContext } from 'astro/loaders';
import { checkContent, readContent } from './check.ts';
import type { Kind } from './kind.ts';

const HINT = 'Nothing was published. content/README.md explains how to write each file.';

/** An error in content/ stops the build, or the start of the dev server. */
async function read({ config }: LoaderContext) {
  const { entries, problems } = checkContent(await readContent(fileURLToPath(config.root)));
  if (problems.length === 0) return entries;
  const found = problems.join('\n\n');
  throw new AstroError(`Some content needs fixing.\n\n${found}\n`, HINT);
}

let reading: ReturnType<typeof read> | undefined;
// All collections load at the same time, and share one check.
const readOnce = (context: LoaderContext) =>
  (reading ??= read(context).finally(() => {
    reading = undefined;
  }));

export const load = (kind: Kind): Loader => ({
  name: kind.at,
  load: async (context) => {
    const entries = (await readOnce(context)).filter((entry) => entry.kind === kind);
    context.store.clear();
    for (const { file: filePath, fields: data, body } of entries) {
      const rendered = await context.renderMarkdown(body);
      context.store.set({ id: path.parse(filePath).name, data, body, filePath, rendered });
    }
  },
});
