import type { Plugin } from 'vite';

/** React, and the code that all islands share. */
const IN_REACT =
  /rolldown[\\/]runtime|[\\/]node_modules[\\/](?:react|react-dom|scheduler|@astrojs[\\/]react)[\\/]|[\\/]src[\\/](?:api[\\/]request|components[\\/]Boundary|checkout[\\/]promotion-code|styles[\\/]adopt-styles)\./;
const IN_TOASTS = /[\\/]node_modules[\\/]sonner[\\/]|[\\/]src[\\/]toasts[\\/]/;
const IN_ADMIN = /[\\/]@tanstack[\\/]|[\\/]src[\\/](?:admin[\\/]\w+|api[\\/]admin)\./;
const IN_PURCHASE = /[\\/]src[\\/](?:purchase|api|contract)[\\/]/;

/**
 * Bundles the islands' code into few files, so that the browser never discovers one only after
 * loading another: React, the toasts, and one file for each island. The owner's pages share one
 * more file, that of the login and the cache.
 *
 * The first two groups have one entry each, and their file is that entry, which Astro requests by
 * name together with the others. For this, entries must be allowed to export more than their own
 * exports, which Astro has no setting for. Otherwise each group would be a second file behind its
 * entry and arrive one round trip later.
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
