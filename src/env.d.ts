interface ImportMetaEnv {
  /** Where buyers write to, instead of the address in content/site.md. */
  readonly PUBLIC_SUPPORT_EMAIL?: string;
  /** Where the ad service counts orders, as in AW-123456789/AbC-D_efG; without it there is no tag. */
  readonly PUBLIC_ADS_CONVERSION?: string;
}

interface Navigator {
  /** Global Privacy Control, w3c.github.io/gpc: true where the owner of the browser says no to all. */
  readonly globalPrivacyControl?: boolean;
}

/** For TypeScript files that render a component. */
declare module '*.astro' {
  import type { AstroComponentFactory } from 'astro/runtime/server/index.js';

  const component: AstroComponentFactory;
  export default component;
}
