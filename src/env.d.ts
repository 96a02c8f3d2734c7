interface ImportMetaEnv {
  /** The support address, instead of the one in content/site.md. */
  readonly PUBLIC_SUPPORT_EMAIL?: string;
  /**
   * The ad service's account and label for orders, as in AW-123456789/AbC-D_efG; without it there
   * is no tag.
   */
  readonly PUBLIC_ADS_CONVERSION?: string;
}

interface Navigator {
  /** Global Privacy Control, w3c.github.io/gpc: true if the browser's owner declines all. */
  readonly globalPrivacyControl?: boolean;
}

/** For TypeScript files that render a component. */
declare module '*.astro' {
  import type { AstroComponentFactory } from 'astro/runtime/server/index.js';

  const component: AstroComponentFactory;
  export default component;
}
