import { expect, onTestFinished, test, vi } from 'vitest';
import generated from '#generated';
import { siteUrlOf } from '../../netlify/build/deploy.ts';
import { parseEnv } from '../../netlify/platform/env.ts';
import { deployContext } from '../../netlify/platform/context.ts';
import { SETTINGS } from '../shop/settings.ts';

const complete = { ...SETTINGS, PUBLIC_SITE_URL: 'https://shop.example/anything' };

test('one error names every setting that is missing or wrong, and no value', () => {
  for (const name of Object.keys(complete)) {
    expect(() => parseEnv({})).toThrow(`${name} is missing`);
  }
  const wrong = { ...complete, SIGNING_SECRET: 'too-short', MAIL_FROM: 'nobody' };
  expect(() => parseEnv(wrong)).toThrow(/SIGNING_SECRET.*MAIL_FROM|MAIL_FROM.*SIGNING_SECRET/);
  expect(() => parseEnv(wrong)).not.toThrow(/too-short|nobody/);
});

test('refuses a short BUYER_SECRET without quoting it', () => {
  const wrong = { ...complete, BUYER_SECRET: 'too-short' };
  expect(() => parseEnv(wrong)).toThrow(/^BUYER_SECRET must be at least 32 characters long$/);
});

test.each([
  ['MAIL_FROM', 'Coins <a@b.c> <d@e.f>', 'has no email address in it'],
  ['STRIPE_API_URL', 'http://127.0.0.1.example.com', 'may only be a loopback address'],
  ['MAIL_API_URL', 'http://10.0.0.1', 'may only be a loopback address'],
])('%s may not be %j', (name, value, says) => {
  expect(() => parseEnv({ ...complete, [name]: value })).toThrow(`${name} ${says}`);
});

test('of the shop’s address only the origin counts, an empty setting is none, and a sender may have a name', () => {
  const sender = 'Mum & Co. <hello@shop.example>';
  const given = { STRIPE_API_URL: ' ', MAIL_API_URL: 'http://[::1]:1', MAIL_FROM: ` ${sender} ` };
  const { PUBLIC_SITE_URL, STRIPE_API_URL, MAIL_FROM } = parseEnv({ ...complete, ...given });
  const expected = ['https://shop.example', undefined, sender];
  expect([PUBLIC_SITE_URL, STRIPE_API_URL, MAIL_FROM]).toEqual(expected);
});

test('the deploy’s context is that of the call, or else that of the build', () => {
  onTestFinished(() => {
    vi.unstubAllGlobals();
    generated.context = 'dev';
  });
  expect(deployContext()).toBe('dev');
  generated.context = 'production';
  // A call by the schedule may come without one.
  for (const context of ['', 'deploy-preview']) {
    vi.stubGlobal('Netlify', { context: { deploy: { context } } });
    expect(deployContext()).toBe(context || 'production');
  }
});

const OWN = 'https://money-smart.example';
const [URL_OF_SITE, PREVIEW] = ['https://shop.netlify.app', 'https://7--shop.netlify.app'];
test.each([
  ['production', OWN, OWN],
  ['production', '', URL_OF_SITE],
  ['deploy-preview', OWN, PREVIEW],
])('in %s, whose owner set %j, the shop is at %s', (CONTEXT, PUBLIC_SITE_URL, expected) => {
  const netlify = { CONTEXT, URL: URL_OF_SITE, DEPLOY_PRIME_URL: PREVIEW };
  expect(siteUrlOf({ ...netlify, PUBLIC_SITE_URL })).toBe(expected);
});
