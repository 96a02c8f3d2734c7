import type { APIContext } from 'astro';

/** There is none in `astro dev`, whatever Astro's type says. */
type Csp = APIContext['csp'] | undefined;

/** No script of ours or of our packages makes markup or code from text, so nobody else shall either. */
const OWN = ["require-trusted-types-for 'script'", "trusted-types 'none'"] as const;

const TAG = 'https://www.googletagmanager.com';
const ALL_ADS = [
  'https://www.googleadservices.com',
  'https://pagead2.googlesyndication.com',
  'https://googleads.g.doubleclick.net',
  'https://www.google.com',
];

/**
 * After Google's list for Ads conversions, developers.google.com/tag-platform/security/guides/csp, which
 * changes now and then: look there when conversions stay away. Left out is the copy of the ping that goes
 * to the visitor's own country (www.google.<country>).
 */
const ADS = {
  scripts: [TAG, ...ALL_ADS],
  directives: [
    `connect-src ${ALL_ADS.join(' ')} https://google.com https://ad.doubleclick.net`,
    `frame-src ${TAG}`,
    `img-src ${TAG} ${ALL_ADS.join(' ')} https://google.com`,
  ],
} as const;

/**
 * Where the owner's files are inspected, in a worker (src/admin/guides/inspect.ts): its address is a script's too,
 * and this one rule may name it. The WebAssembly in there needs no leave of the page.
 */
const UPLOAD = ["require-trusted-types-for 'script'", 'trusted-types pdf-worker'] as const;

/** What runs on a page: 'ads' on the one that may tell of an order, 'upload' where the owner's files are. */
export type Kind = 'plain' | 'ads' | 'upload';

const DIRECTIVES: Readonly<Record<Kind, typeof OWN | typeof UPLOAD | typeof ADS.directives>> = {
  plain: OWN,
  ads: ADS.directives,
  upload: UPLOAD,
};

/** Adds to the policy of .config/csp.ts what one kind of page needs: more sources, or stricter rules. */
export function setPolicy(csp: Csp, kind: Kind): void {
  for (const directive of DIRECTIVES[kind]) csp?.insertDirective(directive);
  for (const host of kind === 'ads' ? ADS.scripts : []) csp?.insertScriptResource(host);
}
