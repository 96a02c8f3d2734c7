import type { EnvironmentModuleGraph, Plugin } from 'vite';

/** The module that contains all entries of content/. Astro invalidates it when one changes. */
const DATA_STORE_ID = '\0astro:data-layer-content';

const discardUnfinishedLoads = (moduleGraph: EnvironmentModuleGraph): void => {
  const invalidate = moduleGraph.invalidateModule.bind(moduleGraph);
  moduleGraph.invalidateModule = (module, ...options) => {
    invalidate(module, ...options);
    if (module.id === DATA_STORE_ID) invalidate(module);
  };
};

/**
 * A Vite plugin that shows every change in content/. Astro invalidates the entries as a hot update,
 * after which Vite still caches a module that a request was already loading. The page would show
 * the old text until the next change. An ordinary invalidation discards that module.
 */
export const showEveryChange = (): Plugin => ({
  name: 'content-changes',
  configureServer: ({ environments }) => {
    for (const { moduleGraph } of Object.values(environments)) discardUnfinishedLoads(moduleGraph);
  },
});
