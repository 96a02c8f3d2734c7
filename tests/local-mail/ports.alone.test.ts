import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createShutdown } from '../../netlify/local/shutdown.ts';
import { startServices } from '../../netlify/local/start-services.ts';
import { freePort } from '../ports.ts';

const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_of_the_owner', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const MAIL = {
  MAIL_API_KEY: 're_of_the_owner',
  MAIL_FROM: 'Shop <shop@example.com>',
};
const REDIS = { UPSTASH_REDIS_REST_URL: 'http://localhost:1', UPSTASH_REDIS_REST_TOKEN: 'token' };
const before = { ...process.env };

/** The pages of the inbox, of the stand-in, and what programs ask of each. */
const PATHS = ['/inbox.json', '/inbox', '/_control/state', '/v1/events'];

test.each<readonly [what: string, configured: object, statuses: readonly unknown[]]>([
  ['without any key the inbox and the stand-in share a port', {}, [200, 200, 200, 401]],
  ['beside a real Stripe the inbox has the port alone', STRIPE, [200, 200, 404, 404]],
  ['beside a real mail service there is no inbox', MAIL, [404, 404, 200, 401]],
  ['beside both nothing listens there', { ...STRIPE, ...MAIL }, Array(4).fill('no answer')],
])('%s', async (_what, configured, statuses) => {
  process.env = { ...before, STRIPE_SECRET_KEY: '', MAIL_API_KEY: '', ...REDIS, ...configured };
  const directory = mkdtempSync(join(tmpdir(), 'ports-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const port = await freePort();
  const at = `http://localhost:${port + 1}`;
  const ports = { port, paymentsPort: port + 1 };
  const settings = { ...ports, siteUrl: 'http://localhost:1', asksStripe: false, directory };
  const said = await startServices(settings, {
    ...createShutdown(),
    add: (close) => {
      onTestFinished(async () => void (await close()));
      return undefined;
    },
  });
  const statusOf = async (path: string) => {
    const answer = await fetch(at + path, { redirect: 'manual' }).catch(() => null);
    return answer?.status ?? 'no answer';
  };
  expect(await Promise.all(PATHS.map(statusOf))).toEqual(statuses);
  expect(said.includes(`Inbox: ${at}/inbox`)).toBe(statuses[0] === 200);
  expect(said.includes(`Stripe stand-in: ${at} (no money moves)`)).toBe(statuses[2] === 200);
  // Keys of the owner stay what they are; those of the inbox are made up.
  expect(process.env).toMatchObject(configured);
  expect(process.env['MAIL_API_URL']).toBe(statuses[0] === 200 ? at : undefined);
});
