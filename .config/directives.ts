import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

const entrypoint = fileURLToPath(new URL('../src/directives/message.ts', import.meta.url));

/** Adds `client:message`: when the islands of a page come to life. */
export const directives = (): AstroIntegration => ({
  name: 'directives',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) => {
      addClientDirective({ name: 'message', entrypoint });
    },
  },
});
