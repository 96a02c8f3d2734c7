import { build } from 'esbuild';
import type { Plugin } from 'vite';

const QUERY = '?document';

/**
 * `import script from './page.ts?document'` gives a module with all that it imports as one text, to stand in the
 * document itself: it runs with the page, before any file of the islands has come.
 */
export const documentScripts = (): Plugin => ({
  name: 'document-scripts',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith(QUERY)) return null;
    const { outputFiles, metafile } = await build({
      entryPoints: [id.slice(0, -QUERY.length)],
      bundle: true,
      minify: true,
      format: 'iife',
      target: 'es2022',
      metafile: true,
      write: false,
    });
    for (const file of Object.keys(metafile.inputs)) this.addWatchFile(file);
    return `export default ${JSON.stringify(outputFiles[0]?.text.trim())}`;
  },
});
