import { expect, test } from 'vitest';
import { settingsChecks } from '../../netlify/admin/health/settings.ts';
import { hashPassword } from '../../netlify/admin/password.ts';
import { type Place, SETTINGS, placeOf } from '../../netlify/admin/health/settings-table.ts';

const KEY = 'STRIPE_SECRET_KEY';
const HASH = await hashPassword('correct horse');

/** Of a live shop that has all there is. */
const RIGHT: Readonly<Record<string, string>> = {
  PUBLIC_SITE_URL: 'https://shop.example',
  PUBLIC_SUPPORT_EMAIL: 'help@shop.example',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  UPSTASH_REDIS_REST_URL: 'https://a.upstash.io',
  UPSTASH_REDIS_REST_TOKEN: 'AX12',
  SIGNING_SECRET: 'x'.repeat(32),
  ADMIN_PASSWORD: HASH,
  MAIL_API_KEY: 're_1',
  MAIL_FROM: 'Coins <hello@shop.example>',
  MAIL_WEBHOOK_SECRET: 'whsec_2',
  OWNER_EMAIL: 'owner@shop.example',
  OWNER_NEWS: 'each',
  PUBLIC_ADS_CONVERSION: 'AW-123456789/AbC-D_efG',
  RATE_LIMIT_FACTOR: '2',
};

const found = (name: string, value: string, place: Place = 'live') => {
  const checks = settingsChecks({ ...RIGHT, [name]: value }, place);
  if (value && !name.startsWith('PUBLIC_')) expect(JSON.stringify(checks)).not.toContain(value);
  return checks.filter((check) => check.about === name);
};

test('a shop that has all of them, and each as it should be, is well', () => {
  const says = 'All are there, and as they should be.';
  expect(settingsChecks(RIGHT, 'live')).toMatchObject([{ about: 'Settings', state: 'ok', says }]);
});

test.each([
  ['PUBLIC_SITE_URL', '', 'It is missing.'],
  ['PUBLIC_SITE_URL', 'shop.example', 'must be an http or https address.'],
  ['PUBLIC_SITE_URL', 'http://shop.example', 'It is not https'],
  ['PUBLIC_SITE_URL', 'https://localhost:8888', 'buyers need an address on the web'],
  ['PUBLIC_SITE_URL', 'https://65a1--shop.netlify.app', 'It is of a single deploy'],
  ['PUBLIC_SUPPORT_EMAIL', 'help at shop', 'It is no e-mail address'],
  [KEY, 'pk_live_1', 'It is no secret key'],
  [KEY, 'sk_live_51••••1234', 'It is not whole'],
  ['STRIPE_WEBHOOK_SECRET', 'we_123', 'It is no webhook secret'],
  ['UPSTASH_REDIS_REST_URL', 'rediss://a.upstash.io:6379', 'must be an http or https address.'],
  ['UPSTASH_REDIS_REST_URL', 'http://a.upstash.io', 'It is no REST url'],
  ['UPSTASH_REDIS_REST_TOKEN', 'AX 12', 'It is not whole'],
  ['SIGNING_SECRET', 'kept by the tests', 'must be at least 32 characters'],
  ['ADMIN_PASSWORD', '', 'It is missing: nobody can log in.'],
  ['ADMIN_PASSWORD', HASH.slice(0, 40), 'It is half a hash'],
  ['MAIL_API_KEY', '', 'It is missing: without it the shop sends no mail.'],
  ['MAIL_API_KEY', 'SG.123', 'It is no key of Resend'],
  ['MAIL_API_KEY', 're_1••••2', 'It is not whole'],
  ['MAIL_FROM', '', 'It is missing: without it the shop sends no mail.'],
  ['MAIL_FROM', 'Coins of hello@shop', 'It has no e-mail address in it'],
  ['MAIL_WEBHOOK_SECRET', 'of a webhook', 'It is no webhook secret'],
  ['OWNER_EMAIL', 'owner at shop', 'It is no e-mail address'],
  ['OWNER_NEWS', 'weekly', 'It is neither each nor daily nor none'],
  ['PUBLIC_ADS_CONVERSION', 'AW-123', 'must be an account, a slash and a label'],
  ['STRIPE_API_URL', 'http://localhost:9', 'It sends payments to a stand-in'],
  ['MAIL_API_URL', 'http://localhost:9', 'It keeps mails on a machine of its own'],
  ['RATE_LIMIT_FACTOR', '-1', 'must be a number above 0'],
])('%s as "%s" is a fault in the live shop: %s', (name, value, says) => {
  const cure = SETTINGS.find((setting) => setting.name === name)?.cure;
  const next = expect.stringContaining(cure ?? '');
  expect(found(name, value)).toMatchObject([
    { state: 'fault', says: expect.stringContaining(says), next },
  ]);
});

test.each([
  ['ADMIN_PASSWORD', 'correct horse', 'It is the password itself'],
  ['MAIL_WEBHOOK_SECRET', '', 'which mails came back'],
])('%s as "%s" is a warning: %s', (name, value, says) => {
  expect(found(name, value)).toMatchObject([
    { state: 'warning', says: expect.stringContaining(says) },
  ]);
});

test.each<[string, Place, string | null]>([
  ['rk_live_1', 'live', null],
  ['sk_test_1', 'live', 'It is a test key in the live shop: guides go for no money.'],
  ['rk_test_1', 'live', 'It is a test key in the live shop: guides go for no money.'],
  ['sk_live_1', 'preview', 'It is a live key in a preview: whoever tries it out pays.'],
  ['rk_live_1', 'preview', 'It is a live key in a preview: whoever tries it out pays.'],
  ['sk_live_1', 'local', 'It is a live key in a shop on this machine: whoever tries it out pays.'],
  ['sk_test_1', 'preview', null],
  ['sk_test_1', 'local', null],
])('the key %s of a shop that is %s: %s', (key, place, says) => {
  const checks = found(KEY, key, place);
  expect(checks).toMatchObject(says === null ? [] : [{ state: 'fault', says }]);
});

test.each([
  ['https://shop.example', 'live'],
  ['https://deploy-preview-7--shop.netlify.app', 'preview'],
  ['https://shop.netlify.app', 'live'],
  ['http://localhost:8888', 'local'],
  ['http://127.0.0.1:8888', 'local'],
  ['no address', 'local'],
])('%s is %s', (siteUrl, place) => {
  expect(placeOf(siteUrl)).toBe(place);
});
