import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AstroError } from 'astro/errors';
import { file as jsonFile, glob, type Loader, type LoaderContext } from 'astro/loaders';
import { kinds } from './schemas/kinds.ts';
import { problemsIn, readContent } from './check.ts';

const HINT = 'Nothing was published. content/README.md tells how each file is written.';

const problems = async (root: string): Promise<string> =>
  problemsIn(await readContent(root)).join('\n\n');

/** Stops the build, or the dev server's start, with the editor's words. */
async function check({ config, logger, watcher }: LoaderContext): Promise<void> {
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
}

let checking: Promise<void> | undefined;
// All collections load at once, and one check is enough for them.
const checkOnce = (context: LoaderContext): Promise<void> =>
  (checking ??= check(context).finally(() => {
    checking = undefined;
  }));

/** One of Astro's own loaders, which waits until the whole of content/ is found right. */
const afterCheck = (loader: Loader): Loader => ({
  ...loader,
  load: async (context) => {
    await checkOnce(context);
    await loader.load(context);
  },
});

/** The loader of one Markdown file, "content/site.md", or of a folder of them, "content/faqs/". */
export function markdown(at: string): Loader {
  const cut = at.lastIndexOf('/') + 1;
  return afterCheck(glob({ base: at.slice(0, cut), pattern: at.slice(cut) || '*.md' }));
}

// The payment functions import the same file whole, so the list sits one level down in it.
const productsIn = (text: string) =>
  kinds.catalogue.schema.parse(JSON.parse(text.replace(/^\uFEFF/, ''))).products;

export const products: Loader = afterCheck(jsonFile(kinds.catalogue.at, { parser: productsIn }));
