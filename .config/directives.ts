import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

const entrypointOf = (name: string): string =>
  fileURLToPath(new URL(`../src/directives/${name}.ts`, import.meta.url));

/** Adds `client:intent` and `client:early`: when the islands of a page come to life. */
export const directives = (): AstroIntegration => ({
  name: 'directives',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) => {
      for (const name of ['intent', 'early']) {
        addClientDirective({ name, entrypoint: entrypointOf(name) });
      }
    },
  },
});
