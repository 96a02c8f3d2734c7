import type { Plugin } from 'vite';

/** sonner puts its stylesheet into the page by this one call, which a strict style-src would refuse. */
const INJECTION = /^__insertCSS\(".*"\);?$/m;

/** Takes the call out: src/toasts/toast-styles.ts gives the document the same stylesheet. */
export const sonnerStyles = (): Plugin => ({
  name: 'sonner-styles',
  transform: {
    filter: { id: /\/sonner\/dist\/index\.m?js$/ },
    handler(code) {
      if (!INJECTION.test(code)) {
        throw new Error('.config/sonner-styles.ts: sonner adds its stylesheet in another way now.');
      }
      return { code: code.replace(INJECTION, ''), map: null };
    },
  },
});
