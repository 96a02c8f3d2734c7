import type { EnvironmentModuleGraph, Plugin } from 'vite';

/** The module with all entries of content/. Astro invalidates it when an entry changes. */
const DATA_STORE_ID = '\0astro:data-layer-content';

const discardUnfinishedLoads = (moduleGraph: EnvironmentModuleGraph): void => {
  const invalidate = moduleGraph.invalidateModule.bind(moduleGraph);
  moduleGraph.invalidateModule = (module, ...options) => {
    invalidate(module, ...options);
    if (module.id === DATA_STORE_ID) invalidate(module);
  };
};

/**
 * A Vite plugin that shows every change in content/. Astro invalidates its entries as a hot update.
 * Vite then still caches a module that a request was already loading, so the page would show the
 * old text until the next change. An ordinary invalidation discards that module.
 */
export const showEveryChange = (): Plugin => ({
  name: 'content-changes',
  configureServer: ({ environments }) => {
    for (const { moduleGraph } of Object.values(environments)) discardUnfinishedLoads(moduleGraph);
  },
});
