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
 * A Vite plugin that makes every change in content/ visible. Astro invalidates the entries as a hot
 * update. If a request is already loading their module, Vite still caches the outdated result, and
 * the page would show the old text until the next change. An ordinary invalidation discards that
 * result.
 */
export const showEveryChange = (): Plugin => ({
  name: 'content-changes',
  configureServer: ({ environments }) => {
    for (const { moduleGraph } of Object.values(environments)) discardUnfinishedLoads(moduleGraph);
  },
});
