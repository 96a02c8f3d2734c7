import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AstroError } from 'astro/errors';
import type { Loader, LoaderContext } from 'astro/loaders';
import { checkProject } from './check.ts';
import type { Kind } from './kind.ts';

const HINT = 'Nothing was published. content/README.md explains how to write each file.';

async function readValidContent({ config }: LoaderContext) {
  const { entries, errors } = await checkProject(fileURLToPath(config.root));
  if (errors.length === 0) return entries;
  throw new AstroError(`Some content needs fixing.\n\n${errors.join('\n\n')}\n`, HINT);
}

let reading: ReturnType<typeof readValidContent> | undefined;
// All collections load at the same time, so they share one check.
const readOnce = (context: LoaderContext) =>
  (reading ??= readValidContent(context).finally(() => {
    reading = undefined;
  }));

export const load = (kind: Kind): Loader => ({
  name: kind.location,
  load: async (context) => {
    const entries = (await readOnce(context)).filter((entry) => entry.kind === kind);
    context.store.clear();
    for (const { file: filePath, fields: data, body } of entries) {
      const rendered = await context.renderMarkdown(body);
      context.store.set({ id: path.parse(filePath).name, data, body, filePath, rendered });
    }
  },
});
