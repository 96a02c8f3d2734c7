import { hash } from 'node:crypto';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FILE_HEADERS, PRIVATE_HEADERS } from '../../netlify/http/headers.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { openShop } from '../../netlify/local/shop.ts';
import { type Kind, directivesOf, headerFaults, policyFaults } from '../headers.ts';
import { attribute, readBuiltSite } from './built-site.ts';

const site = await readBuiltSite();
const answer = await openShop(ROOT, [], path.dirname(site.directory));
const get = (at: string): Promise<Response> =>
  answer(new Request(`http://localhost${at}`), '127.0.0.1');

const FOR_A_WEEK = 'public, max-age=604800, stale-while-revalidate=2592000';

/** The kind of each file, and how long browsers may keep it without asking. The first pattern that fits counts. */
const FILES: readonly (readonly [pattern: RegExp, kind: Kind, lifetime: string])[] = [
  [/^\/_astro\/.*\.svg$/, 'drawing', 'public, max-age=31536000, immutable'],
  [/^\/_astro\//, 'site', 'public, max-age=31536000, immutable'],
  [/^\/(drawings|printables)\/|^\/favicon\.(svg|ico)$/, 'site', FOR_A_WEEK],
  [/^\/(og|covers)\//, 'share', 'public, max-age=86400'],
  [/^\/admin-/, 'admin', 'no-store'],
  [/^\/(payment-success|guide-download)/, 'key', 'no-store'],
  [/^\//, 'site', 'public, max-age=0, must-revalidate'],
];

test('every file of the site has every security header, and the lifetime that its name allows', async () => {
  const paths = [...site.files, ...site.pages.map((page) => page.path)];
  expect(paths.length).toBeGreaterThan(50);
  for (const at of paths) {
    const { status, headers } = await get(at);
    const [, kind = 'site', lifetime] = FILES.find(([pattern]) => pattern.test(at)) ?? [];
    expect(headerFaults(headers, kind), at).toEqual([]);
    expect([status, headers.get('cache-control')], at).toEqual([200, lifetime]);
  }
});

test.each([
  ['/about', FILE_HEADERS],
  ['/payment-success?session_id=cs_test_x', { ...FILE_HEADERS, ...PRIVATE_HEADERS }],
])('netlify.toml sends the same headers with %s as functions do', async (at, sent) => {
  const { headers } = await get(at);
  expect(Object.fromEntries(headers)).toMatchObject(sent);
});

/** The scripts above a page's policy: rules for prefetching, the request for an order, and data. */
const OF_OUR_OWN = [
  /^ type="speculationrules">\{"prefetch":/,
  /^>[^]*fetch\('\/api\/verify-payment'/,
  /^ type="application\/ld\+json">/,
];
const hashOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

test('a page runs only the scripts of Astro, of its islands, and the few above its policy', () => {
  for (const { path: at, html } of site.pages) {
    const [above = '', below = ''] = html.split('<meta http-equiv="content-security-policy"');
    const ours = [...above.matchAll(/<script([^]*?)<\/script>/g)].map(([, script = '']) => script);
    const strange = ours.filter((script) => !OF_OUR_OWN.some((known) => known.test(script)));
    expect(strange, at).toEqual([]);
    const [policy = ''] = below.split('>');
    const inline = /<(script|style)(?![^>]* src=)[^>]*>([^]*?)<\/\1>/g;
    const hashes = [...below.matchAll(inline)].map(([, , text = '']) => hashOf(text));
    for (const one of hashes) expect(policy, at).toContain(one);
  }
});

test('the policy of each page refuses all but its own scripts and styles and the payment page', () => {
  for (const page of site.pages) {
    const policy = attribute(page, 'meta[http-equiv="content-security-policy"]', 'content');
    expect(policyFaults(policy), page.path).toEqual([]);
    expect(policy.match(/https?:[^\s;]*/g), page.path).toEqual(['https://checkout.stripe.com']);
    const directives = directivesOf(policy.replaceAll(/ 'sha256-[^']*'/g, ''));
    expect(Object.fromEntries(directives), page.path).toMatchObject({
      'default-src': ["'none'"],
      'base-uri': ["'none'"],
      'object-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'trusted-types': ["'none'"],
      'require-trusted-types-for': ["'script'"],
    });
    expect(directives.get('frame-src'), page.path).toBeUndefined();
    expect(page.html.match(/<[^>]*\s(?:on\w+|style)=/g), page.path).toBeNull();
  }
});
