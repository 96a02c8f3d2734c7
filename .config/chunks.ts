import type { Plugin } from 'vite';

/** React, and the code that all islands share. */
const REACT = [
  'rolldown/runtime',
  '/node_modules/react/',
  '/node_modules/react-dom/',
  '/node_modules/scheduler/',
  '/node_modules/@astrojs/react/',
  '/src/api/request.',
  '/src/components/Boundary.',
  '/src/components/show-modal.',
  '/src/checkout/promotion-code.',
  '/src/contract/ranges.',
  '/src/styles/adopt-styles.',
];
const TOASTS = ['/node_modules/sonner/', '/src/toasts/'];
const ADMIN = ['/@tanstack/', '/src/admin/', '/src/api/admin.'];
const PURCHASE = ['/src/purchase/', '/src/api/', '/src/contract/'];

const hasPath =
  (parts: readonly string[]) =>
  (moduleId: string): boolean => {
    const file = moduleId.replaceAll('\\', '/');
    return parts.some((part) => file.includes(part));
  };

/**
 * Bundles the islands into only a few files: React, the toasts, and one file for each island. This
 * way, the browser never has to load one file before it can discover the next. The owner's pages
 * also share one file, which contains the login and the query cache. The pages that follow a
 * payment share one file, which contains the code for orders.
 *
 * The files `react` and `toasts` are entries themselves, so Astro requests them together with the
 * others. This requires `preserveEntrySignatures: 'allow-extension'`, for which Astro has no
 * setting. Without it, the code of each entry moves to an extra file that the entry imports, and
 * arrives one round trip later.
 */
export const fewChunks = (): Plugin => ({
  name: 'few-chunks',
  applyToEnvironment: (environment) => environment.name === 'client',
  options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
  outputOptions: (options) => ({
    ...options,
    codeSplitting: {
      groups: [
        { name: 'react', priority: 2, test: hasPath(REACT) },
        { name: 'toasts', priority: 1, test: hasPath(TOASTS) },
        { name: 'admin', test: hasPath(ADMIN), minShareCount: 2 },
        { name: 'purchase', test: hasPath(PURCHASE), minShareCount: 2 },
      ],
    },
  }),
});
