import { afterEach, describe, expect, test, vi } from 'vitest';
import generated from '#generated';
import { siteUrlOf } from '../../netlify/build/deploy.ts';
import { parseEnv } from '../../netlify/platform/env.ts';
import { deployContext } from '../../netlify/platform/context.ts';
import { SETTINGS } from '../shop/settings.ts';

test.each(Object.keys(SETTINGS))('reports %s as missing if all settings are missing', (name) => {
  expect(() => parseEnv({})).toThrow(`${name} is missing`);
});

const TWO_WRONG = { ...SETTINGS, SIGNING_SECRET: 'too-short', MAIL_FROM: 'nobody' };

test('reports all wrong settings in one error', () => {
  expect(() => parseEnv(TWO_WRONG)).toThrow('SIGNING_SECRET');
  expect(() => parseEnv(TWO_WRONG)).toThrow('MAIL_FROM');
});

test('does not repeat a wrong value in an error', () => {
  expect(() => parseEnv(TWO_WRONG)).not.toThrow(/too-short|nobody/);
});

test('refuses a short BUYER_SECRET', () => {
  const wrong = { ...SETTINGS, BUYER_SECRET: 'too-short' };
  expect(() => parseEnv(wrong)).toThrow(/^BUYER_SECRET must be at least 32 characters long$/);
});

test.each([
  {
    name: 'MAIL_FROM',
    value: 'Coins <a@b.c> <d@e.f>',
    says: 'must contain exactly one email address',
  },
  {
    name: 'STRIPE_API_URL',
    value: 'http://127.0.0.1.example.com',
    says: 'must be a loopback address',
  },
  {
    name: 'MAIL_API_URL',
    value: 'http://10.0.0.1',
    says: 'must be a loopback address',
  },
])('refuses $value as $name', ({ name, value, says }) => {
  expect(() => parseEnv({ ...SETTINGS, [name]: value })).toThrow(`${name} ${says}`);
});

test('reduces the shop’s address to its origin', () => {
  const { PUBLIC_SITE_URL } = parseEnv({ ...SETTINGS, PUBLIC_SITE_URL: 'https://shop.example/a' });
  expect(PUBLIC_SITE_URL).toBe('https://shop.example');
});

test('treats a blank setting as missing', () => {
  expect(parseEnv({ ...SETTINGS, STRIPE_API_URL: ' ' }).STRIPE_API_URL).toBeUndefined();
});

test('accepts a stand-in at an IPv6 loopback address', () => {
  const { MAIL_API_URL } = parseEnv({ ...SETTINGS, MAIL_API_URL: 'http://[::1]:1' });
  expect(MAIL_API_URL?.href).toBe('http://[::1]:1/');
});

test('accepts a sender’s name before the address', () => {
  const { MAIL_FROM } = parseEnv({ ...SETTINGS, MAIL_FROM: ' Mum & Co. <hello@shop.example> ' });
  expect(MAIL_FROM).toBe('Mum & Co. <hello@shop.example>');
});

/** Simulates a call from Netlify to a function in this deploy context. */
const callIn = (context: string): void => {
  vi.stubGlobal('Netlify', { context: { deploy: { context } } });
};

describe('the deploy context', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    generated.context = 'dev';
  });

  test('uses the deploy context “dev” in a local shop', () => {
    expect(deployContext()).toBe('dev');
  });

  test.each(['production', 'deploy-preview', 'branch-deploy'])(
    'uses the deploy context of the call (%s)',
    (context) => {
      generated.context = 'production';
      callIn(context);
      expect(deployContext()).toBe(context);
    },
  );

  // A scheduled call can lack a context.
  test.each(['production', 'branch-deploy'])(
    'uses the deploy context of the build if the call has no context (%s)',
    (context) => {
      generated.context = context;
      callIn('');
      expect(deployContext()).toBe(context);
    },
  );
});

describe('the address of a build', () => {
  const OWN_DOMAIN = 'https://money-smart.example';
  const NETLIFY = {
    URL: 'https://shop.netlify.app',
    DEPLOY_PRIME_URL: 'https://7--shop.netlify.app',
  };

  test('uses PUBLIC_SITE_URL in production', () => {
    const env = { ...NETLIFY, CONTEXT: 'production', PUBLIC_SITE_URL: OWN_DOMAIN };
    expect(siteUrlOf(env)).toBe('https://money-smart.example');
  });

  test.each([
    { name: 'without PUBLIC_SITE_URL', settings: {} },
    { name: 'with an empty PUBLIC_SITE_URL', settings: { PUBLIC_SITE_URL: '' } },
  ])('uses the site’s Netlify address in production $name', ({ settings }) => {
    const env = { ...NETLIFY, CONTEXT: 'production', ...settings };
    expect(siteUrlOf(env)).toBe('https://shop.netlify.app');
  });

  test.each(['deploy-preview', 'branch-deploy'])('uses the deploy’s address in a %s', (context) => {
    const env = { ...NETLIFY, CONTEXT: context, PUBLIC_SITE_URL: OWN_DOMAIN };
    expect(siteUrlOf(env)).toBe('https://7--shop.netlify.app');
  });

  test('uses PUBLIC_SITE_URL outside Netlify', () => {
    expect(siteUrlOf({ PUBLIC_SITE_URL: OWN_DOMAIN })).toBe('https://money-smart.example');
  });
});
