import type { APIContext } from 'astro';

/** Astro's type lacks `undefined`, which `astro dev` passes. */
type Csp = APIContext['csp'] | undefined;

const SHOP_DIRECTIVES = [
  "connect-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  // Safe to require, because no script in the shop or its packages turns text into markup or code.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
] as const;

const TAG = 'https://www.googletagmanager.com';
const ADS = [
  'https://www.googleadservices.com',
  'https://pagead2.googlesyndication.com',
  'https://googleads.g.doubleclick.net',
  'https://www.google.com',
];

/**
 * Google's list for Ads conversions: developers.google.com/tag-platform/security/guides/csp. The
 * list changes, so look there if conversions are missing. The additional ping to Google's site for
 * the visitor's country (www.google.<country>) is left out.
 */
const ADS_DIRECTIVES = [
  `connect-src ${ADS.join(' ')} https://google.com https://ad.doubleclick.net`,
  `frame-src ${TAG}`,
  `img-src ${TAG} ${ADS.join(' ')} https://google.com`,
] as const;

type PagePolicy = {
  /** Allows a frame with /conversion. */
  framesConversion?: boolean | undefined;
  /** The hashes of scripts in the body. The build removes a hash if the page lacks its script. */
  scriptHashes?: readonly `sha256-${string}`[] | undefined;
};

/** Extends the policy from .config/csp.ts. */
export function setPolicy(
  csp: Csp,
  { framesConversion, scriptHashes = [] }: PagePolicy = {},
): void {
  for (const directive of SHOP_DIRECTIVES) csp?.insertDirective(directive);
  csp?.insertScriptResource("'self'");
  if (framesConversion) csp?.insertDirective("frame-src 'self'");
  for (const hash of scriptHashes) csp?.insertScriptHash(hash);
}

/**
 * Extends the policy for /conversion, the only page that allows Google's hosts. Its script needs a
 * hash, because `'self'` matches no address in a frame with an opaque origin.
 */
export function setAdsPolicy(csp: Csp): void {
  for (const directive of ADS_DIRECTIVES) csp?.insertDirective(directive);
  for (const host of [TAG, ...ADS]) csp?.insertScriptResource(host);
}
