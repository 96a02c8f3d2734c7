import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Stage, buyerSecretCheck, settingsChecks } from '../../netlify/admin/settings.ts';
import { LIVE_SETTINGS, SETTINGS } from '../shop/settings.ts';

const KEY = 'STRIPE_SECRET_KEY';

test.each([
  {},
  { MAIL_API_KEY: '', MAIL_FROM: '', OWNER_EMAIL: '' },
  { BUYER_SECRET: '' },
  { MAIL_FROM: '"Coins, Inc" <hello@shop.example>' },
  { PUBLIC_SITE_URL: 'https://shop.netlify.app' },
])('a shop that has all settings, with %j, is well', (given) => {
  const found = settingsChecks({ ...LIVE_SETTINGS, ...given }, 'live');
  expect(found).toMatchObject([{ about: 'Settings', state: 'ok', says: 'All set correctly.' }]);
});

test.each<[name: string, value: string, says: string, state?: 'warning']>([
  ['PUBLIC_SITE_URL', 'shop.example', 'must be an http or https address.'],
  ['PUBLIC_SITE_URL', 'http://shop.example', 'It isn’t https'],
  ['PUBLIC_SITE_URL', 'https://localhost:8888', 'It’s this computer'],
  ['PUBLIC_SITE_URL', 'https://65a1--shop.netlify.app', 'It belongs to a deploy or preview'],
  ['PUBLIC_SUPPORT_EMAIL', 'help at shop', 'It isn’t an email address'],
  [KEY, 'pk_live_1', 'Secret keys start with sk_ or rk_'],
  [KEY, 'sk_live_51••••1234', 'It’s incomplete'],
  ['UPSTASH_REDIS_REST_URL', 'rediss://a.upstash.io:6379', 'must be an http or https address.'],
  ['UPSTASH_REDIS_REST_URL', 'http://a.upstash.io', 'REST URLs start with https://'],
  ['SIGNING_SECRET', 'kept by the tests', 'must be at least 32 characters'],
  ['BUYER_SECRET', 'kept by the tests', 'must be at least 32 characters'],
  ['ADMIN_PASSWORD', LIVE_SETTINGS.ADMIN_PASSWORD.slice(0, 40), 'It’s an incomplete hash'],
  ['ADMIN_PASSWORD', 'correct horse', 'It’s the password itself', 'warning'],
  ['MAIL_API_KEY', 'SG.123', 'Resend’s keys start with re_'],
  ['MAIL_FROM', 'Coins of hello@shop', 'It has no email address in it'],
  ['MAIL_FROM', 'Coins, Inc <hello@shop.example>', 'It needs quotation marks around a name with'],
  ['PUBLIC_ADS_CONVERSION', 'AW-123', 'must be an account, a slash and a label'],
  ['STRIPE_CHECKOUT_DOMAIN', 'https://pay.shop.example', 'must be a domain without https://'],
  ['STRIPE_API_URL', 'http://localhost:9', 'It leads to a stand-in'],
])('%s as "%s" is wrong in the live shop: %s', (name, value, says, state = undefined) => {
  const checks = settingsChecks({ ...LIVE_SETTINGS, [name]: value }, 'live');
  const secret = name.startsWith('PUBLIC_') ? '' : value;
  expect(secret !== '' && JSON.stringify(checks).includes(secret)).toBe(false);
  const finding = { about: name, state: state ?? 'fault', says: expect.stringContaining(says) };
  expect(checks).toMatchObject([finding]);
});

test.each<[string, Stage, string | null]>([
  ['rk_live_1', 'live', null],
  ['sk_test_1', 'live', 'buyers get guides without paying'],
  ['sk_live_1', 'preview', 'pays real money'],
  ['sk_live_1', 'local', 'pays real money'],
  ['sk_test_1', 'preview', null],
  ['sk_test_1', 'local', null],
])('the key %s of a shop that is %s: %s', (key, stage, says) => {
  const checks = settingsChecks({ ...LIVE_SETTINGS, [KEY]: key }, stage);
  const found = checks.filter(({ about }) => about === KEY);
  const finding = { state: 'fault', says: expect.stringContaining(says ?? '') };
  expect(found).toMatchObject(says === null ? [] : [finding]);
});

test('says that SIGNING_SECRET recognizes buyers, and how to replace it', () => {
  const { state, says } = buyerSecretCheck(SETTINGS);
  expect(state).toBe('ok');
  expect(says).toMatch(/^SIGNING_SECRET recognizes .* first set BUYER_SECRET to its present value/);
});

test('says that BUYER_SECRET recognizes buyers, and that it must not change', () => {
  const { state, says } = buyerSecretCheck(LIVE_SETTINGS);
  expect(state).toBe('ok');
  expect(says).toMatch(/^BUYER_SECRET recognizes .* If BUYER_SECRET changes, people who unsub/);
});

test('each setting of a live shop is in .env.example, below its explanation', () => {
  const example = readFileSync('.env.example', 'utf8');
  const explained = [...example.matchAll(/^# .+\n(?:# )?([A-Z_]+)=/gm)];
  const names = explained.map(([, name]) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(LIVE_SETTINGS)));
});
