import type { Plugin } from 'vite';

/**
 * Writes the drawings of content/ into a folder of their own, for which netlify.toml forbids
 * scripts. A page shows them as pictures, where none runs, but a link can open one directly.
 */
export const drawingsFolder = (): Plugin => ({
  name: 'drawings-folder',
  outputOptions: (options) => {
    const { assetFileNames = '_astro/[name].[hash][extname]' } = options;
    return {
      ...options,
      assetFileNames: (asset) => {
        const isDrawing = asset.names.some((name) => name.endsWith('.svg'));
        if (isDrawing) return '_astro/drawings/[name].[hash][extname]';
        return typeof assetFileNames === 'function' ? assetFileNames(asset) : assetFileNames;
      },
    };
  },
});
