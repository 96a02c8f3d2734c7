import { hash } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SONNER_STYLES, createCsp } from '../../.config/csp.ts';
import { FILE_HEADERS, PRIVATE_HEADERS } from '../../netlify/http/headers.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { openShop } from '../../netlify/local/shop.ts';
import { directivesOf, headerFaults, kindOf, lifetimeFaults, policyFaults } from '../headers.ts';
import { attribute, readBuiltSite } from './built-site.ts';

const site = await readBuiltSite();
const project = mkdtempSync(path.join(tmpdir(), 'headers-'));
symlinkSync(site.directory, path.join(project, 'dist'));
copyFileSync(path.join(ROOT, 'netlify.toml'), path.join(project, 'netlify.toml'));
const answer = await openShop(project, []);
afterAll(() => rmSync(project, { recursive: true }));

const get = (at: string): Promise<Response> =>
  answer(new Request(`http://localhost${at}`), '127.0.0.1');

test('every file of the site has every security header, and the lifetime that its name allows', async () => {
  const paths = [...site.files, ...site.pages.map((page) => page.path)];
  expect(paths.length).toBeGreaterThan(50);
  for (const at of paths) {
    const { status, headers } = await get(at);
    expect(status, at).toBe(200);
    expect(headerFaults(headers, kindOf(at)), at).toEqual([]);
    expect(lifetimeFaults(headers.get('cache-control'), at)).toEqual([]);
  }
});

test.each([
  ['/about', FILE_HEADERS],
  ['/payment-success?session_id=cs_test_x', { ...FILE_HEADERS, ...PRIVATE_HEADERS }],
  ['/guide-download', { ...FILE_HEADERS, ...PRIVATE_HEADERS }],
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

test('a page runs only the scripts of Astro, of its islands, and the few above its policy, which lists no other', () => {
  for (const { path: at, html } of site.pages) {
    const [above = '', below = ''] = html.split('<meta http-equiv="content-security-policy"');
    const ours = [...above.matchAll(/<script([^]*?)<\/script>/g)].map(([, script = '']) => script);
    const strange = ours.filter((script) => !OF_OUR_OWN.some((known) => known.test(script)));
    expect(strange, at).toEqual([]);
    const [policy = ''] = below.split('>');
    const inline = /<(script|style)(?![^>]* src=)[^>]*>([^]*?)<\/\1>/g;
    const hashes = [...below.matchAll(inline)].map(([, , text = '']) => hashOf(text));
    for (const one of hashes) expect(policy, at).toContain(one);
    const listed = policy.match(/'sha256-[^']*'/g) ?? [];
    expect(listed.length, at).toBeGreaterThan(SONNER_STYLES.length);
    const own = [...html.matchAll(/<(script|style)[^>]*>([^]*?)<\/\1>/g)].map(([, , text = '']) =>
      hashOf(text),
    );
    const known = new Set([...own, ...SONNER_STYLES.map((name) => `'${name}'`)]);
    const foreign = listed.filter((name) => !known.has(name));
    expect(foreign, at).toEqual([]);
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
    expect(page.html.match(/<[^>]*\s(?:on\w+|style)=/g), page.path).toBeNull();
  }
});

const LOCAL = 'http://localhost:8888';
const STAND_IN = 'http://localhost:8889';

test.each([
  [LOCAL, STAND_IN, ` ${STAND_IN}`],
  ['https://money-smart.example', STAND_IN, ''],
  [LOCAL, 'https://evil.example', ''],
  [LOCAL, '', ''],
])('a form of a shop at %s with a stand-in at %s leads to Stripe%s', (siteUrl, standIn, more) => {
  expect(createCsp(siteUrl, standIn)).toMatchObject({
    directives: expect.arrayContaining([`form-action 'self' https://checkout.stripe.com${more}`]),
  });
});
