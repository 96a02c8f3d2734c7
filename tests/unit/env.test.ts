import { afterEach, expect, test, vi } from 'vitest';
import { siteUrlOf } from '../../netlify/build/deploy.ts';
import { MisconfiguredError, deployContext, readEnv } from '../../netlify/env.ts';

const complete = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  UPSTASH_REDIS_REST_URL: 'https://example.upstash.io',
  UPSTASH_REDIS_REST_TOKEN: 'token',
  SIGNING_SECRET: 'x'.repeat(32),
  PUBLIC_SITE_URL: 'https://shop.example/anything',
};

afterEach(() => void vi.unstubAllGlobals());

test('a complete environment is read, and of the address only the origin counts', () => {
  expect(readEnv(complete).PUBLIC_SITE_URL).toBe('https://shop.example');
});

test('one error names every missing variable', () => {
  expect(() => readEnv({})).toThrow(MisconfiguredError);
  for (const name of Object.keys(complete)) {
    expect(() => readEnv({})).toThrow(`${name} is missing`);
  }
});

test.each([
  ['PUBLIC_SITE_URL', '', 'is missing'],
  ['PUBLIC_SITE_URL', 'localhost:8888', 'must be an http or https address'],
  ['PUBLIC_SITE_URL', 'ftp://shop.example', 'must be an http or https address'],
  ['SIGNING_SECRET', 'too-short', 'must be at least 32 characters'],
  ['RATE_LIMIT_FACTOR', 'abc', 'must be a number above 0'],
  ['RATE_LIMIT_FACTOR', '0', 'must be a number above 0'],
  ['RATE_LIMIT_FACTOR', 'Infinity', 'must be a number above 0'],
  ['MAIL_FROM', 'Money-Smart Kids', 'has no email address in it'],
  ['MAIL_FROM', 'Coins <a@b.c> <d@e.f>', 'has no email address in it'],
  ['STRIPE_API_URL', 'https://api.example.com', 'may only be a loopback address'],
  ['STRIPE_API_URL', 'http://127.0.0.1.example.com', 'may only be a loopback address'],
  ['STRIPE_API_URL', 'http://10.0.0.1', 'may only be a loopback address'],
])('%s may not be %j', (name, value, says) => {
  expect(() => readEnv({ ...complete, [name]: value })).toThrow(`${name} ${says}`);
});

test('an error tells no value', () => {
  const wrong = { ...complete, SIGNING_SECRET: 'too-short', MAIL_FROM: 'nobody' };
  expect(() => readEnv(wrong)).toThrow(MisconfiguredError);
  expect(() => readEnv(wrong)).not.toThrow(/too-short|nobody/);
});

test.each([
  ['RATE_LIMIT_FACTOR', ' ', 1],
  ['STRIPE_API_URL', '', undefined],
  ['STRIPE_API_URL', 'http://localhost:8889', new URL('http://localhost:8889')],
  ['STRIPE_API_URL', 'http://[::1]:1', new URL('http://[::1]:1')],
  ['MAIL_FROM', ' Mum & Co. <hello@shop.example> ', 'Mum & Co. <hello@shop.example>'],
  ['MAIL_FROM', 'hello@shop.example', 'hello@shop.example'],
])('%s may be %j', (name, value, read) => {
  const env = new Map(Object.entries(readEnv({ ...complete, [name]: value })));
  expect(env.get(name)).toEqual(read);
});

/** As Netlify's runtime tells of the call. */
const called = (context: string) => vi.stubGlobal('Netlify', { context: { deploy: { context } } });

test('the deploy is what the call tells, then what the build knew, and else this machine', () => {
  expect(deployContext()).toBe('dev');
  vi.stubGlobal('DEPLOY_CONTEXT', 'production');
  expect(deployContext()).toBe('production');
  called('');
  expect(deployContext()).toBe('production');
  called('deploy-preview');
  expect(deployContext()).toBe('deploy-preview');
});

const PRIME = 'https://deploy-preview-7--money-smart.netlify.app';
const SITE = 'https://money-smart.netlify.app';
const OWN = 'https://money-smart.example';
const ON_NETLIFY = { URL: SITE, DEPLOY_PRIME_URL: PRIME };
test.each([
  [{ ...ON_NETLIFY, CONTEXT: 'production', PUBLIC_SITE_URL: OWN }, OWN],
  [{ ...ON_NETLIFY, CONTEXT: 'production', PUBLIC_SITE_URL: '' }, SITE],
  [{ ...ON_NETLIFY, CONTEXT: 'deploy-preview', PUBLIC_SITE_URL: OWN }, PRIME],
  [{ ...ON_NETLIFY, CONTEXT: 'branch-deploy', PUBLIC_SITE_URL: '' }, PRIME],
  [{ PUBLIC_SITE_URL: OWN }, OWN],
  [{}, undefined],
])('with %j the shop is at %s', (env, expected) => {
  expect(siteUrlOf(env)).toBe(expected);
});
