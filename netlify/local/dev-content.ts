import type { EnvironmentModuleGraph, Plugin } from 'vite';

/** The module with all entries of content/. Astro invalidates it when one has changed. */
const DATA_STORE_ID = '\0astro:data-layer-content';

const discardUnfinishedLoads = (moduleGraph: EnvironmentModuleGraph): void => {
  const invalidate = moduleGraph.invalidateModule.bind(moduleGraph);
  moduleGraph.invalidateModule = (module, ...options) => {
    invalidate(module, ...options);
    if (module.id === DATA_STORE_ID) invalidate(module);
  };
};

/**
 * A Vite plugin that shows every change in content/. Astro invalidates its entries as a hot update,
 * and Vite then still caches what a request that began before has loaded. The page would show the
 * earlier text until the next change. Any other invalidation discards such a result.
 */
export const showEveryChange = (): Plugin => ({
  name: 'content-changes',
  configureServer: ({ environments }) => {
    for (const { moduleGraph } of Object.values(environments)) discardUnfinishedLoads(moduleGraph);
  },
});
