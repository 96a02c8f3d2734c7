import type { APIContext } from 'astro';

/** undefined in `astro dev`, although Astro's type says otherwise. */
type Csp = APIContext['csp'] | undefined;

/** No script of ours or of our packages turns text into markup or code, so no other may. */
const TRUSTED = ["require-trusted-types-for 'script'", "trusted-types 'none'"] as const;

const TAG = 'https://www.googletagmanager.com';
const ADS = [
  'https://www.googleadservices.com',
  'https://pagead2.googlesyndication.com',
  'https://googleads.g.doubleclick.net',
  'https://www.google.com',
];

/**
 * From Google's list for Ads conversions, developers.google.com/tag-platform/security/guides/csp. The list changes now
 * and then, so look there when conversions are missing. The copy of the ping to the visitor's own country
 * (www.google.<country>) is left out.
 */
const ADS_DIRECTIVES = [
  `connect-src ${ADS.join(' ')} https://google.com https://ad.doubleclick.net`,
  `frame-src ${TAG}`,
  `img-src ${TAG} ${ADS.join(' ')} https://google.com`,
] as const;

/** Completes the policy of .config/csp.ts for a page. One with `ads` may report an order to the ad service. */
export function setPolicy(csp: Csp, ads = false): void {
  for (const directive of ads ? ADS_DIRECTIVES : TRUSTED) csp?.insertDirective(directive);
  for (const host of ads ? [TAG, ...ADS] : []) csp?.insertScriptResource(host);
}
