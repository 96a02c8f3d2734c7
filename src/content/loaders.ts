import { fileURLToPath } from 'node:url';
import { AstroError } from 'astro/errors';
import { file as jsonFile, glob, type Loader, type LoaderContext } from 'astro/loaders';
import { kinds } from './schemas/kinds.ts';
import { problemsIn, readContent } from './check.ts';

const HINT = 'Nothing was published. content/README.md tells how each file is written.';

/** Stops the build, or the dev server's start, with the editor's words. */
async function check({ config }: LoaderContext): Promise<void> {
  const found = problemsIn(await readContent(fileURLToPath(config.root))).join('\n\n');
  if (found) throw new AstroError(`The content needs a correction.\n\n${found}\n`, HINT);
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
