import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AstroError } from 'astro/errors';
import { file as jsonFile, glob, type Loader, type LoaderContext } from 'astro/loaders';
import type { z } from 'astro/zod';
import { problemsIn, readContent } from './content.ts';
import type { Kind } from './kind.ts';

type Kinds = Readonly<Record<string, Kind>>;

const HINT = 'Nothing was published. content/README.md tells how each file is written.';

/** Astro's own loaders, each of which waits until the whole of content/ is found right. */
export function checkedBy(kinds: Kinds) {
  const problems = async (root: string): Promise<string> =>
    problemsIn(await readContent(root), Object.values(kinds)).join('\n\n');

  /** Stops the build, or the dev server's start, with the editor's words. */
  const check = async ({ config, logger, watcher }: LoaderContext): Promise<void> => {
    const root = fileURLToPath(config.root);
    const found = await problems(root);
    if (found) throw new AstroError(`The content needs a correction.\n\n${found}\n`, HINT);
    // `npm run dev` goes on after a slip, and says it.
    watcher?.on('all', (_, file) => {
      if (!file.startsWith(path.join(root, 'content', path.sep))) return;
      // A file may go while it is read; its next event is told then.
      problems(root).then(
        (later) => later && logger.error(later),
        () => undefined,
      );
    });
  };

  let checking: Promise<void> | undefined;
  // All collections load at once, and one check is enough for them.
  const once = (context: LoaderContext): Promise<void> =>
    (checking ??= check(context).finally(() => {
      checking = undefined;
    }));

  const after = (loader: Loader): Loader => ({
    ...loader,
    load: async (context) => {
      await once(context);
      await loader.load(context);
    },
  });

  return {
    /** The loader of one Markdown file, or of a folder of them. */
    markdown: ({ at }: Kind): Loader => {
      const cut = at.lastIndexOf('/') + 1;
      return after(glob({ base: at.slice(0, cut), pattern: at.slice(cut) || '*.md' }));
    },
    /** The loader of a JSON file. `entries` finds the list in it. */
    json: <S extends z.ZodType>(
      { at, schema }: Kind<S>,
      entries: (data: z.infer<S>) => { id: string }[],
    ): Loader => {
      const parser = (text: string) =>
        entries(schema.parse(JSON.parse(text.replace(/^\uFEFF/, ''))));
      return after(jsonFile(at, { parser }));
    },
  };
}
