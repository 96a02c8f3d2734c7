import type { APIContext } from 'astro';
import { describe, expect, test } from 'vitest';
import { setAdsPolicy, setPolicy } from '../../src/layouts/policy.ts';
import { directivesOf, policyFaults } from '../headers.ts';

/** A page's additions to its policy, as Astro writes them. */
const policyFrom = (add: (csp: NonNullable<APIContext['csp']>) => void): string => {
  const directives: string[] = [];
  const scriptSources: string[] = [];
  add({
    insertDirective: (directive) => void directives.push(directive),
    insertScriptResource: (resource) => void scriptSources.push(String(resource)),
    insertScriptHash: (hash) => void scriptSources.push(`'${hash}'`),
    insertStyleResource: (resource) => void directives.push(`style-src ${resource}`),
    insertStyleHash: (hash) => void directives.push(`style-src '${hash}'`),
  });
  return [...directives, `script-src ${scriptSources.join(' ')}`].join('; ');
};

const ADS_HOSTS = [
  'https://www.googleadservices.com',
  'https://pagead2.googlesyndication.com',
  'https://googleads.g.doubleclick.net',
  'https://www.google.com',
];

describe('/conversion, which reports an order to the ad service', () => {
  const policy = policyFrom(setAdsPolicy);
  const directives = directivesOf(policy);

  // developers.google.com/tag-platform/security/guides/csp#google_ads_conversions
  test.each([
    {
      directive: 'script-src',
      hosts: ['https://www.googletagmanager.com', ...ADS_HOSTS],
    },
    {
      directive: 'img-src',
      hosts: ['https://www.googletagmanager.com', ...ADS_HOSTS, 'https://google.com'],
    },
    {
      directive: 'connect-src',
      hosts: [...ADS_HOSTS, 'https://google.com', 'https://ad.doubleclick.net'],
    },
    {
      directive: 'frame-src',
      hosts: ['https://www.googletagmanager.com'],
    },
  ])('allows Google’s hosts in $directive', ({ directive, hosts }) => {
    expect(directives.get(directive)?.toSorted()).toEqual(hosts.toSorted());
  });

  test('allows no source from the shop itself', () => {
    expect(policy).not.toContain("'self'");
  });

  test('allows no overly broad source', () => {
    expect(policyFaults(policy)).toEqual([]);
  });
});

describe('any other page', () => {
  test('allows only sources from the shop', () => {
    const directives = directivesOf(policyFrom((csp) => setPolicy(csp)));
    for (const name of ['script-src', 'img-src', 'connect-src', 'font-src']) {
      expect(directives.get(name), name).toEqual(["'self'"]);
    }
  });

  test('allows no frame', () => {
    const directives = directivesOf(policyFrom((csp) => setPolicy(csp)));
    expect(directives.get('frame-src')).toBeUndefined();
  });

  test('allows a frame from the shop if the page embeds /conversion', () => {
    const policy = policyFrom((csp) => setPolicy(csp, { framesConversion: true }));
    expect(directivesOf(policy).get('frame-src')).toEqual(["'self'"]);
  });

  test('allows an inline script by its hash', () => {
    const policy = policyFrom((csp) => setPolicy(csp, { scriptHashes: ['sha256-abc='] }));
    expect(directivesOf(policy).get('script-src')).toEqual(["'self'", "'sha256-abc='"]);
  });
});
