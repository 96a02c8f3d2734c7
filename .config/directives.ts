import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

const entrypoint = fileURLToPath(new URL('../src/directives/intent.ts', import.meta.url));

/** Adds `client:intent`: when the islands of a page come to life. */
export const directives = (): AstroIntegration => ({
  name: 'directives',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) => {
      addClientDirective({ name: 'intent', entrypoint });
    },
  },
});
