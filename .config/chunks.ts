import type { Plugin } from 'vite';

/** React, and the code that all islands share. */
const IN_REACT =
  /rolldown[\\/]runtime|[\\/]node_modules[\\/](?:react|react-dom|scheduler|@astrojs[\\/]react)[\\/]|[\\/]src[\\/](?:api[\\/]request|components[\\/]Boundary|checkout[\\/]promotion-code|styles[\\/]adopt-styles)\./;
const IN_TOASTS = /[\\/]node_modules[\\/]sonner[\\/]|[\\/]src[\\/]toasts[\\/]/;
const IN_ADMIN = /[\\/]@tanstack[\\/]|[\\/]src[\\/](?:admin[\\/]\w+|api[\\/]admin)\./;
const IN_PURCHASE = /[\\/]src[\\/](?:purchase|api|contract)[\\/]/;

/**
 * Bundles the islands into few files: React, the toasts, and one file for each island. This way,
 * the browser never has to load one file before it can discover the next. The owner's pages share
 * one more file for the login and the cache.
 *
 * The files `react` and `toasts` are entries themselves, so Astro requests them together with the
 * others. This requires `preserveEntrySignatures: 'allow-extension'`, for which Astro has no
 * setting. Without it, each of the two becomes an extra file that its entry imports, and arrives
 * one round trip later.
 */
export const fewChunks = (): Plugin => ({
  name: 'few-chunks',
  applyToEnvironment: (environment) => environment.name === 'client',
  options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
  outputOptions: (options) => ({
    ...options,
    codeSplitting: {
      groups: [
        { name: 'react', priority: 2, test: IN_REACT },
        { name: 'toasts', priority: 1, test: IN_TOASTS },
        { name: 'admin', test: IN_ADMIN, minShareCount: 2 },
        { name: 'purchase', test: IN_PURCHASE, minShareCount: 2 },
      ],
    },
  }),
});
