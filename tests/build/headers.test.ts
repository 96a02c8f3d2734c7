import { hash } from 'node:crypto';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { FILE_HEADERS, PRIVATE_HEADERS } from '../../netlify/http/headers.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { openShop } from '../../netlify/local/shop.ts';
import { type Kind, directivesOf, headerFaults, policyFaults } from '../headers.ts';
import { attribute, readBuiltSite } from './built-site.ts';

const site = await readBuiltSite();
const respond = await openShop(ROOT, [], path.dirname(site.directory));
const get = (address: string): Promise<Response> =>
  respond(new Request(`http://localhost${address}`), '127.0.0.1');

const FOR_A_WEEK = 'public, max-age=604800, stale-while-revalidate=2592000';

type FileRule = {
  readonly pattern: RegExp;
  readonly kind: Kind;
  /** The expected Cache-Control. */
  readonly cacheControl: string;
};

/** The first rule that matches a file applies. */
const FILES: readonly FileRule[] = [
  {
    pattern: /^\/_astro\/.*\.svg$/,
    kind: 'drawing',
    cacheControl: 'public, max-age=31536000, immutable',
  },
  {
    pattern: /^\/_astro\//,
    kind: 'site',
    cacheControl: 'public, max-age=31536000, immutable',
  },
  {
    pattern: /^\/(drawings|printables)\/|^\/favicon\.(svg|ico)$/,
    kind: 'site',
    cacheControl: FOR_A_WEEK,
  },
  {
    pattern: /^\/(og|covers)\//,
    kind: 'share',
    cacheControl: 'public, max-age=86400',
  },
  {
    pattern: /^\/admin-/,
    kind: 'admin',
    cacheControl: 'no-store',
  },
  {
    pattern: /^\/(payment-success|guide-download)/,
    kind: 'key',
    cacheControl: 'no-store',
  },
  {
    pattern: /^\//,
    kind: 'site',
    cacheControl: 'public, max-age=0, must-revalidate',
  },
];

const addresses = [...site.files, ...site.pages.map((page) => page.path)];
const responses = await Promise.all(
  addresses.map(async (address) => {
    const { status, headers } = await get(address);
    return { address, status, headers, rule: FILES.find(({ pattern }) => pattern.test(address)) };
  }),
);

test('serves every file and page of the site', () => {
  expect(addresses.length).toBeGreaterThan(50);
  expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
});

test('sends every security header with each file', () => {
  for (const { address, headers, rule } of responses) {
    expect(headerFaults(headers, rule?.kind ?? 'site'), address).toEqual([]);
  }
});

test('sends the expected Cache-Control header with each file', () => {
  for (const { address, headers, rule } of responses) {
    expect(headers.get('cache-control'), address).toBe(rule?.cacheControl);
  }
});

describe('netlify.toml', () => {
  test('sets the same headers as functions do for a public page', async () => {
    const { headers } = await get('/about');
    expect(Object.fromEntries(headers)).toMatchObject(FILE_HEADERS);
  });

  test('sets the same headers as functions do for a page with a buyer’s key in its URL', async () => {
    const { headers } = await get('/payment-success?session_id=cs_test_x');
    expect(Object.fromEntries(headers)).toMatchObject({ ...FILE_HEADERS, ...PRIVATE_HEADERS });
  });
});

/** Scripts before a page's policy: prefetch rules, the request for an order, structured data. */
const SCRIPTS_BEFORE_POLICY = [
  /^ type="speculationrules">\{"prefetch":/,
  /^>[^]*fetch\('\/api\/verify-payment'/,
  /^ type="application\/ld\+json">/,
];
const SCRIPT = /<script(?<script>[^]*?)<\/script>/g;
const INLINE_BLOCK = /<(?<tag>script|style)(?![^>]* src=)[^>]*>(?<text>[^]*?)<\/\k<tag>>/g;

const isKnown = (script: string): boolean =>
  SCRIPTS_BEFORE_POLICY.some((known) => known.test(script));

const hashOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

describe.each(site.pages)('$path', (page) => {
  const [before = '', after = ''] = page.html.split('<meta http-equiv="content-security-policy"');
  const policy = attribute(page, 'meta[http-equiv="content-security-policy"]', 'content');

  test('has only known scripts before the policy', () => {
    const scripts = [...before.matchAll(SCRIPT)].map(({ groups }) => groups?.['script'] ?? '');
    expect(scripts.filter((script) => !isKnown(script))).toEqual([]);
  });

  test('allows each inline script and style after the policy by its hash', () => {
    const hashes = [...after.matchAll(INLINE_BLOCK)].map(({ groups }) =>
      hashOf(groups?.['text'] ?? ''),
    );
    expect(hashes.filter((one) => !policy.includes(one))).toEqual([]);
  });

  test('allows no overly broad source', () => {
    expect(policyFaults(policy)).toEqual([]);
  });

  test('allows Stripe’s payment page and no other site', () => {
    expect(policy.match(/https?:[^\s;]*/g)).toEqual(['https://checkout.stripe.com']);
  });

  test('allows scripts and styles only from the shop, and no frames', () => {
    const directives = directivesOf(policy.replaceAll(/ 'sha256-[^']*'/g, ''));
    expect(Object.fromEntries(directives)).toMatchObject({
      'default-src': ["'none'"],
      'base-uri': ["'none'"],
      'object-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'trusted-types': ["'none'"],
      'require-trusted-types-for': ["'script'"],
    });
    expect(directives.get('frame-src')).toBeUndefined();
  });

  test('has no script or style in an attribute', () => {
    expect(page.html.match(/<[^>]*\s(?:on\w+|style)=/g)).toBeNull();
  });
});
