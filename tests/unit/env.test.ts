import { afterEach, describe, expect, test, vi } from 'vitest';
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

test('a complete environment is read, and of the address only the origin counts', () => {
  expect(readEnv(complete).PUBLIC_SITE_URL).toBe('https://shop.example');
});

test('one error names every missing variable', () => {
  for (const name of Object.keys(complete)) {
    expect(() => readEnv({})).toThrow(`${name} is missing`);
  }
  expect(() => readEnv({})).toThrow(MisconfiguredError);
});

test.each(['localhost:8888', 'ftp://shop.example', 'shop.example'])(
  'the shop cannot be at %s',
  (PUBLIC_SITE_URL) => {
    expect(() => readEnv({ ...complete, PUBLIC_SITE_URL })).toThrow(
      'PUBLIC_SITE_URL must be an http or https address',
    );
  },
);

test('a variable that is empty counts as absent', () => {
  const blank = { ...complete, STRIPE_API_URL: '', RATE_LIMIT_FACTOR: ' ' };
  expect(readEnv(blank)).toMatchObject({ RATE_LIMIT_FACTOR: 1 });
  expect(readEnv(blank).STRIPE_API_URL).toBeUndefined();
  expect(() => readEnv({ ...complete, PUBLIC_SITE_URL: '' })).toThrow('PUBLIC_SITE_URL is missing');
});

test.each(['abc', 'Infinity', '0', '-1'])(
  'limits cannot be multiplied by %s',
  (RATE_LIMIT_FACTOR) => {
    expect(() => readEnv({ ...complete, RATE_LIMIT_FACTOR })).toThrow(
      'RATE_LIMIT_FACTOR must be a number above 0',
    );
  },
);

test.each(['Money-Smart Kids', 'Coins of hello@shop', 'Coins <hello>', 'Coins <a@b.c> <d@e.f>'])(
  'no mail is sent from %j',
  (MAIL_FROM) => {
    const says = 'MAIL_FROM has no email address in it';
    expect(() => readEnv({ ...complete, MAIL_FROM })).toThrow(says);
  },
);

test.each(['hello@shop.example', ' Coins <hello@shop.example> ', 'Mum & Co. <hello@shop.example>'])(
  'mails are sent from %j',
  (MAIL_FROM) => {
    expect(readEnv({ ...complete, MAIL_FROM }).MAIL_FROM).toBe(MAIL_FROM.trim());
  },
);

test('an error tells no value', () => {
  const wrong = { ...complete, SIGNING_SECRET: 'too-short-secret', STRIPE_SECRET_KEY: '' };
  expect(() => readEnv(wrong)).toThrow(/SIGNING_SECRET must be at least 32 characters/);
  expect(() => readEnv(wrong)).not.toThrow(/too-short-secret/);
});

test.each(['https://api.example.com', 'http://127.0.0.1.example.com', 'http://10.0.0.1'])(
  'the Stripe stand-in may not be at %s',
  (STRIPE_API_URL) => {
    expect(() => readEnv({ ...complete, STRIPE_API_URL })).toThrow(/loopback/);
  },
);

test.each(['http://localhost:8889', 'http://127.0.0.1:1', 'http://[::1]:1'])(
  'the Stripe stand-in may be at %s',
  (STRIPE_API_URL) => {
    expect(readEnv({ ...complete, STRIPE_API_URL }).STRIPE_API_URL?.origin).toBe(STRIPE_API_URL);
  },
);

/** As Netlify's runtime tells of the call. */
const called = (context: string) => vi.stubGlobal('Netlify', { context: { deploy: { context } } });

describe('the deploy', () => {
  afterEach(() => void vi.unstubAllGlobals());

  test('is what the call tells, then what the build knew, and this machine where there is neither', () => {
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

  test.each([
    ['production', OWN, OWN],
    ['production', '', SITE],
    ['deploy-preview', OWN, PRIME],
    ['branch-deploy', '', PRIME],
  ])('of %s, configured as "%s", is at %s', (CONTEXT, PUBLIC_SITE_URL, expected) => {
    const env = { CONTEXT, PUBLIC_SITE_URL, URL: SITE, DEPLOY_PRIME_URL: PRIME };
    expect(siteUrlOf(env)).toBe(expected);
  });

  test('elsewhere than on Netlify is where it is configured, or not known', () => {
    expect(siteUrlOf({ PUBLIC_SITE_URL: OWN })).toBe(OWN);
    expect(siteUrlOf({})).toBeUndefined();
  });
});
