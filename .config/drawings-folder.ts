import type { Plugin } from 'vite';

/**
 * Writes the SVG files from content/ into a separate folder, where netlify.toml forbids scripts.
 * Scripts in an SVG don't run in the pages' <img> elements, but they would run if somebody opened
 * the file directly.
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
