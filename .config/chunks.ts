import type { Plugin } from 'vite';

/** React, and what every island shares. */
const IN_REACT =
  /rolldown[\\/]runtime|[\\/]node_modules[\\/](?:react|react-dom|scheduler|@astrojs[\\/]react)[\\/]|[\\/]src[\\/]api[\\/]request\./;
const IN_TOASTS = /[\\/]node_modules[\\/]sonner[\\/]|[\\/]src[\\/]toasts[\\/]/;
const IN_LOGIN =
  /vite[\\/]preload-helper|[\\/]src[\\/](?:admin[\\/](?:session[\\/]|AdminHeader|ErrorBoundary|use-modal|store)|api[\\/]session)/;
const IN_PURCHASE = /[\\/]src[\\/](?:purchase|api|contract)[\\/]/;

/**
 * Makes few files of the islands' code, so that none is found only once another has come: React, the toasts, and each
 * island. What the owner's pages share is one file as well, that of the login.
 *
 * The first two groups hold one entry each, and their file is that entry itself: Astro asks for it by name, at the same
 * time as for the others. That takes entries that may export more than their own, which Astro has no setting for;
 * else each group would be a file behind its entry: on a line with 150 ms round trips, so much later.
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
        { name: 'login', test: IN_LOGIN, minShareCount: 2 },
        { name: 'purchase', test: IN_PURCHASE, minShareCount: 2 },
      ],
    },
  }),
});
