import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Stage, buyerSecretCheck, settingsChecks } from '../../netlify/admin/settings.ts';
import { LIVE_SETTINGS, SETTINGS } from '../shop/settings.ts';

const KEY = 'STRIPE_SECRET_KEY';

test.each([
  { name: 'all settings', given: {} },
  {
    name: 'all settings except those for email',
    given: { MAIL_API_KEY: '', MAIL_FROM: '', OWNER_EMAIL: '' },
  },
  { name: 'all settings except BUYER_SECRET', given: { BUYER_SECRET: '' } },
  {
    name: 'a comma in its sender’s name',
    given: { MAIL_FROM: '"Coins, Inc" <hello@shop.example>' },
  },
  { name: 'a Netlify address', given: { PUBLIC_SITE_URL: 'https://shop.netlify.app' } },
])('finds no problem in a live shop with $name', ({ given }) => {
  const found = settingsChecks({ ...LIVE_SETTINGS, ...given }, 'live');
  expect(found).toMatchObject([
    { about: 'Settings', state: 'ok', says: 'All settings are correct.' },
  ]);
});

const WRONG_SETTINGS = [
  {
    name: 'PUBLIC_SITE_URL',
    problem: 'an address without a scheme',
    value: 'shop.example',
    says: 'must be an http or https address.',
  },
  {
    name: 'PUBLIC_SITE_URL',
    problem: 'an http address',
    value: 'http://shop.example',
    says: 'It doesn’t start with https',
  },
  {
    name: 'PUBLIC_SITE_URL',
    problem: 'the address of this computer',
    value: 'https://localhost:8888',
    says: 'It’s the address of this computer',
  },
  {
    name: 'PUBLIC_SITE_URL',
    problem: 'the address of one deploy',
    value: 'https://65a1--shop.netlify.app',
    says: 'It’s the address of one deploy or of a preview',
  },
  {
    name: 'PUBLIC_SUPPORT_EMAIL',
    problem: 'not an email address',
    value: 'help at shop',
    says: 'It isn’t an email address',
  },
  {
    name: 'STRIPE_SECRET_KEY',
    problem: 'a publishable key',
    value: 'pk_live_1',
    says: 'Secret keys start with sk_ or rk_',
  },
  {
    name: 'STRIPE_SECRET_KEY',
    problem: 'an incomplete key',
    value: 'sk_live_51••••1234',
    says: 'It’s incomplete',
  },
  {
    name: 'UPSTASH_REDIS_REST_URL',
    problem: 'a rediss:// address',
    value: 'rediss://a.upstash.io:6379',
    says: 'must be an http or https address.',
  },
  {
    name: 'UPSTASH_REDIS_REST_URL',
    problem: 'an http address',
    value: 'http://a.upstash.io',
    says: 'REST URLs start with https://',
  },
  {
    name: 'SIGNING_SECRET',
    problem: 'shorter than 32 characters',
    value: 'kept by the tests',
    says: 'must be at least 32 characters',
  },
  {
    name: 'BUYER_SECRET',
    problem: 'shorter than 32 characters',
    value: 'kept by the tests',
    says: 'must be at least 32 characters',
  },
  {
    name: 'ADMIN_PASSWORD',
    problem: 'an incomplete hash',
    value: LIVE_SETTINGS.ADMIN_PASSWORD.slice(0, 40),
    says: 'It’s an incomplete hash',
  },
  {
    name: 'MAIL_API_KEY',
    problem: 'a key from another mail service',
    value: 'SG.123',
    says: 'Resend’s keys start with re_',
  },
  {
    name: 'MAIL_FROM',
    problem: 'a sender without an email address',
    value: 'Coins of hello@shop',
    says: 'It must contain exactly one email address',
  },
  {
    name: 'MAIL_FROM',
    problem: 'a sender name with an unquoted comma',
    value: 'Coins, Inc <hello@shop.example>',
    says: 'It needs quotation marks around a name with',
  },
  {
    name: 'PUBLIC_ADS_CONVERSION',
    problem: 'an account without a label',
    value: 'AW-123',
    says: 'must be an account, a slash and a label',
  },
  {
    name: 'STRIPE_CHECKOUT_DOMAIN',
    problem: 'an address with https://',
    value: 'https://pay.shop.example',
    says: 'must be a domain without https://',
  },
  {
    name: 'STRIPE_API_URL',
    problem: 'the address of a stand-in',
    value: 'http://localhost:9',
    says: 'It points to a stand-in',
  },
];

test.each(WRONG_SETTINGS)('reports a fault if $name in a live shop is $problem', (row) => {
  const checks = settingsChecks({ ...LIVE_SETTINGS, [row.name]: row.value }, 'live');
  expect(checks).toMatchObject([
    { about: row.name, state: 'fault', says: expect.stringContaining(row.says) },
  ]);
});

test.each(['STRIPE_API_URL', 'MAIL_API_URL'])(
  'advises the owner of a live shop to remove %s',
  (name) => {
    const checks = settingsChecks({ ...LIVE_SETTINGS, [name]: 'http://localhost:9' }, 'live');
    expect(checks).toMatchObject([{ about: name, next: expect.stringMatching(/^Remove it/) }]);
  },
);

const WRONG_SECRETS = WRONG_SETTINGS.filter(({ name }) => !name.startsWith('PUBLIC_'));

test.each(WRONG_SECRETS)(
  'does not repeat the value of $name if it is $problem',
  ({ name, value }) => {
    const checks = settingsChecks({ ...LIVE_SETTINGS, [name]: value }, 'live');
    expect(JSON.stringify(checks)).not.toContain(value);
  },
);

test('warns about a password that is not hashed, without repeating it', () => {
  const checks = settingsChecks({ ...LIVE_SETTINGS, ADMIN_PASSWORD: 'correct horse' }, 'live');
  const says = expect.stringContaining('It’s the password itself');
  expect(checks).toMatchObject([{ about: 'ADMIN_PASSWORD', state: 'warning', says }]);
  expect(JSON.stringify(checks)).not.toContain('correct horse');
});

const findingsAboutKey = (key: string, stage: Stage) =>
  settingsChecks({ ...LIVE_SETTINGS, [KEY]: key }, stage).filter(({ about }) => about === KEY);

test.each<{ key: string; stage: Stage }>([
  { key: 'sk_live_1', stage: 'live' },
  { key: 'rk_live_1', stage: 'live' },
  { key: 'sk_test_1', stage: 'preview' },
  { key: 'sk_test_1', stage: 'local' },
])('accepts the Stripe key $key in a $stage shop', ({ key, stage }) => {
  expect(findingsAboutKey(key, stage)).toEqual([]);
});

test.each<{ key: string; stage: Stage; says: string }>([
  { key: 'sk_test_1', stage: 'live', says: 'buyers get guides without paying' },
  { key: 'sk_live_1', stage: 'preview', says: 'pays real money' },
  { key: 'sk_live_1', stage: 'local', says: 'pays real money' },
  { key: 'rk_live_1', stage: 'local', says: 'pays real money' },
])('reports a fault for the Stripe key $key in a $stage shop', ({ key, stage, says }) => {
  expect(findingsAboutKey(key, stage)).toMatchObject([
    { state: 'fault', says: expect.stringContaining(says) },
  ]);
});

test('explains how to replace SIGNING_SECRET if the shop recognizes buyers by it', () => {
  const { state, says } = buyerSecretCheck(SETTINGS);
  expect(state).toBe('ok');
  expect(says).toMatch(/buyers by SIGNING_SECRET.* copy its current value to BUYER_SECRET/);
});

test('says that BUYER_SECRET must not change if the shop recognizes buyers by it', () => {
  const { state, says } = buyerSecretCheck(LIVE_SETTINGS);
  expect(state).toBe('ok');
  expect(says).toMatch(/buyers by BUYER_SECRET.* If BUYER_SECRET changes, people who unsub/);
});

test('explains each setting of a live shop in .env.example', () => {
  const example = readFileSync('.env.example', 'utf8');
  const explained = [...example.matchAll(/^# .+\n(?:# )?([A-Z_]+)=/gm)];
  const names = explained.map(([, name]) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(LIVE_SETTINGS)));
});
