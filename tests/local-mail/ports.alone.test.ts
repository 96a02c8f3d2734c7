import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createShutdown } from '../../netlify/local/shutdown.ts';
import { startServices } from '../../netlify/local/start-services.ts';
import { freePort } from '../project.ts';

/** Others for each test: `fetch` would call on connections of the last one. */
let port = 8737;
let at = '';
const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_of_the_owner', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const MAIL = {
  MAIL_API_KEY: 're_of_the_owner',
  MAIL_FROM: 'Shop <shop@example.com>',
  MAIL_WEBHOOK_SECRET: 'whsec_MTIz',
};
const REDIS = { UPSTASH_REDIS_REST_URL: 'http://localhost:1', UPSTASH_REDIS_REST_TOKEN: 'token' };

const closers: (() => unknown)[] = [];
const before = { ...process.env };
beforeEach(async () => {
  port = await freePort(port + 3);
  at = `http://localhost:${port + 1}`;
  process.env = { ...before, STRIPE_SECRET_KEY: '', MAIL_API_KEY: '', ...REDIS };
});
afterEach(async () => {
  process.env = before;
  for (const close of closers.splice(0).toReversed()) await close();
});

const start = (configured: Readonly<Record<string, string>>) => {
  Object.assign(process.env, configured);
  const directory = mkdtempSync(join(tmpdir(), 'ports-'));
  closers.push(() => rmSync(directory, { recursive: true, force: true }));
  const ports = { port, paymentsPort: port + 1 };
  const settings = { ...ports, siteUrl: 'http://localhost:1', asksStripe: false, directory };
  const add = (close: () => unknown) => void closers.push(close);
  return startServices(settings, { ...createShutdown(), add });
};

const statusOf = async (path: string) => {
  const answer = await fetch(at + path, { redirect: 'manual' }).catch(() => null);
  return answer?.status ?? 'no answer';
};

test('without any key the inbox and the stand-in share a port, and lead to each other', async () => {
  expect(await start({})).toEqual([
    expect.stringContaining('Admin: '),
    `Stripe stand-in: ${at} (no money moves)`,
    `Inbox: ${at}/inbox`,
  ]);
  expect(await (await fetch(at)).text()).toContain('href="/inbox"');
  expect(await (await fetch(`${at}/inbox`)).text()).toContain('href="/"');
  const paths = [
    '/inbox.json',
    '/_control/mail/faults',
    '/_control/faults',
    '/v1/events',
    '/emails',
  ];
  expect(await Promise.all(paths.map(statusOf))).toEqual([200, 200, 200, 401, 404]);
  expect(process.env).toMatchObject({
    MAIL_API_KEY: expect.stringMatching(/^re_\w{32,}$/),
    MAIL_FROM: 'Money-Smart Kids <shop@example.com>',
    MAIL_WEBHOOK_SECRET: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    MAIL_API_URL: at,
  });
});

test('beside a real Stripe the inbox has the port alone', async () => {
  expect(await start(STRIPE)).toContain(`Inbox: ${at}/inbox`);
  expect(await (await fetch(at)).text()).toContain('No email yet');
  expect(await statusOf('/stand-in.css')).toBe(200);
  expect(await statusOf('/v1/events')).toBe(404);
  expect(process.env['STRIPE_SECRET_KEY']).toBe(STRIPE.STRIPE_SECRET_KEY);
});

test('beside a real mail service there is no inbox', async () => {
  expect(await start(MAIL)).not.toContain(`Inbox: ${at}/inbox`);
  expect(await (await fetch(at)).text()).not.toContain('href="/inbox"');
  expect(await statusOf('/inbox')).toBe(404);
  expect(process.env).toMatchObject(MAIL);
  expect(process.env['MAIL_API_URL']).toBeUndefined();
});

test('beside both nothing listens there', async () => {
  await start({ ...STRIPE, ...MAIL });
  expect(await statusOf('/')).toBe('no answer');
});
