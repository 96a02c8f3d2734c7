import type { APIContext } from 'astro';

/** undefined in `astro dev`, although Astro's type says otherwise. */
type Csp = APIContext['csp'] | undefined;

/** No script of ours or of our packages turns text into markup or code, so no other may. */
const OWN = ["require-trusted-types-for 'script'", "trusted-types 'none'"] as const;

const TAG = 'https://www.googletagmanager.com';
const ALL_ADS = [
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
const ADS = {
  scripts: [TAG, ...ALL_ADS],
  directives: [
    `connect-src ${ALL_ADS.join(' ')} https://google.com https://ad.doubleclick.net`,
    `frame-src ${TAG}`,
    `img-src ${TAG} ${ALL_ADS.join(' ')} https://google.com`,
  ],
} as const;

/** A page's kind: 'ads' may report an order to the ad service. */
export type Kind = 'plain' | 'ads';

const DIRECTIVES: Readonly<Record<Kind, typeof OWN | typeof ADS.directives>> = {
  plain: OWN,
  ads: ADS.directives,
};

/** Adds a kind's sources and stricter rules to the policy of .config/csp.ts. */
export function setPolicy(csp: Csp, kind: Kind): void {
  for (const directive of DIRECTIVES[kind]) csp?.insertDirective(directive);
  for (const host of kind === 'ads' ? ADS.scripts : []) csp?.insertScriptResource(host);
}
