import type { Plugin } from 'vite';

const IN_REACT =
  /rolldown[\\/]runtime|[\\/]node_modules[\\/](?:react|react-dom|scheduler|@astrojs[\\/]react)[\\/]/;
const IN_TOASTS =
  /[\\/]node_modules[\\/]sonner[\\/]|[\\/]src[\\/](?:toasts[\\/]Toasts|api[\\/](?:client|request)|store[\\/][\w-]+)\./;
const IN_LOGIN =
  /vite[\\/]preload-helper|[\\/]src[\\/](?:admin[\\/](?:session[\\/]|AdminHeader|ErrorBoundary|use-modal)|api[\\/]session)/;
const IN_PURCHASE = /[\\/]src[\\/]purchase[\\/]/;

/**
 * Makes few files of the islands' code, so that a page's islands wake with four requests, all at once: three, and
 * Astro's own part beside them. What the owner's pages share is one file as well, that of the login.
 *
 * Each of the first two groups holds one entry, and its file is that entry itself: Astro asks for it by name,
 * at the same time as for the others. That takes entries that may export more than their own, which Astro has
 * no setting for; else each group would be a file behind its entry, found only once that has come: on a line with 150 ms
 * round trips the first click on Buy then takes half a second more.
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
