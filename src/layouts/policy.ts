import type { APIContext } from 'astro';

/** Astro's type lacks `undefined`, which `astro dev` passes. */
type Csp = APIContext['csp'] | undefined;

/** No script of the shop or of its packages turns text into markup or code. */
const TRUSTED = ["require-trusted-types-for 'script'", "trusted-types 'none'"] as const;

const TAG = 'https://www.googletagmanager.com';
const ADS = [
  'https://www.googleadservices.com',
  'https://pagead2.googlesyndication.com',
  'https://googleads.g.doubleclick.net',
  'https://www.google.com',
];

/**
 * Google's list for Ads conversions: developers.google.com/tag-platform/security/guides/csp. The
 * list changes, so look there if conversions are missing. Left out: the additional ping to the
 * visitor's country (www.google.<country>).
 */
const ADS_DIRECTIVES = [
  `connect-src ${ADS.join(' ')} https://google.com https://ad.doubleclick.net`,
  `frame-src ${TAG}`,
  `img-src ${TAG} ${ADS.join(' ')} https://google.com`,
] as const;

/** Adds to the policy of .config/csp.ts. With `ads`, the page may report an order to Google. */
export function setPolicy(csp: Csp, ads = false): void {
  for (const directive of ads ? ADS_DIRECTIVES : TRUSTED) csp?.insertDirective(directive);
  for (const host of ads ? [TAG, ...ADS] : []) csp?.insertScriptResource(host);
}
