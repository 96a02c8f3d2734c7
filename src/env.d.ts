interface ImportMetaEnv {
  /** The support address. Overrides the one in content/site.md. */
  readonly PUBLIC_SUPPORT_EMAIL?: string;
  /**
   * The Google Ads account and conversion label, as in AW-123456789/AbC-D_efG. Without this
   * setting, no page loads Google's tag.
   */
  readonly PUBLIC_ADS_CONVERSION?: string;
}

interface Navigator {
  /** Global Privacy Control, w3c.github.io/gpc: true if the user opts out of sharing data. */
  readonly globalPrivacyControl?: boolean;
}

/** For TypeScript files that render a component. */
declare module '*.astro' {
  import type { AstroComponentFactory } from 'astro/runtime/server/index.js';

  const component: AstroComponentFactory;
  export default component;
}
