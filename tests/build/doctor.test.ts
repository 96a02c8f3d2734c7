import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getStore } from '@netlify/blobs';
import { afterAll, expect, inject, test, vi } from 'vitest';
import generated from '#generated';
import { findUnready } from '../../.config/content.ts';
import type { Check } from '../../src/contract/health.ts';
import { hashPassword } from '../../netlify/admin/password.ts';
import { readSite } from '../../netlify/build/deploy.ts';
import { run as doctor } from '../../netlify/commands/doctor.ts';
import { mendWebhook } from '../../netlify/commands/webhook.ts';
import { publishEdition } from '../../netlify/guides/editions.ts';
import { loadRoutes } from '../../netlify/local/routes.ts';
import { serveServices } from '../../netlify/local/serve-services.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { openShop } from '../../netlify/local/shop.ts';
import { createStripeStandIn } from '../../netlify/local/stripe/stand-in.ts';
import { openBlobs } from '../../netlify/platform/blobs.ts';
import { createStripeClient } from '../../netlify/stripe/client.ts';
import { EVENT_TYPES } from '../../netlify/stripe/events.ts';
import { PRODUCTS } from '../catalogue.ts';
import { runHere } from '../commands/run-command.ts';
import { makePdf } from '../shop/pdfs.ts';
import { ORIGIN } from './deployed.ts';

const STRIPE = 'https://api.stripe.com';
for (const level of ['log', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();

// The built shop as it runs live. The stand-ins answer under Stripe's and Resend's own names.
const directory = mkdtempSync(path.join(tmpdir(), 'live-shop-'));
const stores = await serveServices({ directory, withRedis: true });
const environment = {
  ...stores.environment,
  STRIPE_SECRET_KEY: 'sk_live_keptbythetestsalone',
  STRIPE_WEBHOOK_SECRET: 'whsec_keptbythetestsalone',
  SIGNING_SECRET: 'signing secret kept by the tests alone',
  ADMIN_PASSWORD: await hashPassword('password kept by the tests alone'),
  PUBLIC_SITE_URL: ORIGIN,
  MAIL_API_KEY: 're_keptbythetestsalone',
  MAIL_FROM: 'Money-Smart Kids <hello@money-smart.example>',
};
Object.assign(process.env, environment, { STRIPE_API_URL: '' });

const standIn = createStripeStandIn({
  origin: STRIPE,
  secretKey: environment.STRIPE_SECRET_KEY,
  webhookSecret: environment.STRIPE_WEBHOOK_SECRET,
  webhookUrl: `${ORIGIN}/api/stripe-webhook`,
  stateFile: null,
});
const builtSite = inject('builtSite');
symlinkSync(builtSite, path.join(directory, 'dist'));
copyFileSync(path.join(ROOT, 'netlify.toml'), path.join(directory, 'netlify.toml'));
const routes = await loadRoutes();
const answer = await openShop(directory, routes);
Object.assign(generated, { context: 'production', ...(await readSite(path.dirname(builtSite))) });

const SERVED: Readonly<Record<string, (request: Request) => Response | Promise<Response>>> = {
  [ORIGIN]: (request) => answer(request, '127.0.0.1'),
  [STRIPE]: (request) => standIn.fetch(request),
  'https://api.resend.com': ({ headers }) =>
    headers.get('authorization') === `Bearer ${environment.MAIL_API_KEY}`
      ? Response.json({ data: [{ name: 'money-smart.example', status: 'verified' }] })
      : Response.json({ name: 'validation_error' }, { status: 400 }),
};
const real = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  const serve = SERVED[new URL(request.url).origin];
  return serve ? serve(request) : real(request);
};

openBlobs({ context: 'production' });
for (const { file_name: fileName } of PRODUCTS) {
  await publishEdition(fileName, { bytes: await makePdf() });
}
const { STRIPE_SECRET_KEY: secretKey } = environment;
const client = createStripeClient({ secretKey, apiUrl: undefined });
await mendWebhook(client, ORIGIN);
const schedule = routes.find(({ name }) => name === 'jobs');
await schedule?.handle(new Request(`${ORIGIN}/jobs`, { method: 'POST' }));

afterAll(async () => {
  globalThis.fetch = real;
  standIn.close();
  await stores.close();
  rmSync(directory, { recursive: true, force: true });
});

const examine = async (given: Readonly<Record<string, string>> = {}) => {
  const env = { ...environment, ...given };
  const ended = await runHere(doctor, { args: ['--json'], env });
  // The shop logs in the same process.
  const [out = '', err = ''] = [ended.out, ended.err].map((text) =>
    text.replaceAll(/^\{"level":.*\n/gm, ''),
  );
  expect(err).toBe('');
  const { PUBLIC_SITE_URL: _, MAIL_FROM: __, ...secrets } = env;
  for (const secret of Object.values(secrets)) expect(out).not.toContain(secret);
  const { checks }: { checks: Check[] } = JSON.parse(out);
  const ofContent = (about: string) => checks.find((one) => one.about === about);
  const [samples, missing] = [ofContent('Samples'), ofContent('Content')];
  const wrong = checks.filter((one) => one.state !== 'ok' && one !== samples && one !== missing);
  const lines = wrong.map(({ about, says, next }) => `${about}: ${says} → ${next}`);
  return { code: ended.code, lines, samples, missing, count: checks.length };
};

// tests/health/ has the other findings, case by case.
test('of a good live shop the doctor names only the gaps in content, and opens no checkout', async () => {
  const { code, lines, samples, missing, count } = await examine();
  expect([code, lines]).toEqual([0, []]);
  expect(count).toBeGreaterThan(10);
  const unready = await findUnready(ROOT);
  for (const [found, left] of [
    [samples, unready.samples],
    [missing, unready.missing],
  ] as const) {
    expect(found?.state).toBe(left.length > 0 ? 'warning' : 'ok');
    for (const words of left) expect(found?.says).toContain(words);
  }
  const { data } = await client.ask((stripe) => stripe.checkout.sessions.list({ limit: 1 }));
  expect(data).toEqual([]);
});

test('the doctor lists every fault of a shop, its account and its settings at once, with the next steps', async () => {
  const account = { method: 'POST', body: JSON.stringify({ charges_enabled: false }) };
  await fetch(`${STRIPE}/_control/account`, account);
  const events = EVENT_TYPES.filter((type) => !type.startsWith('refund.'));
  await client.ask(async ({ webhookEndpoints }) => {
    const { data } = await webhookEndpoints.list();
    const broken = { enabled_events: events, disabled: true };
    return webhookEndpoints.update(data[0]?.id ?? '', broken);
  });
  const [{ file_name: fileName, name } = { file_name: '', name: '' }] = PRODUCTS;
  await getStore('guides-production').delete(`${fileName}/record.json`);
  const given = {
    STRIPE_WEBHOOK_SECRET: 'whsec_keptbythetestsoncemore',
    UPSTASH_REDIS_REST_TOKEN: 'token-keptbythetestsoncemore',
    MAIL_API_KEY: 're_kept_by_the_tests_once_more',
  };
  const { code, lines } = await examine(given);
  expect(code).toBe(1);
  expect(lines).toEqual([
    expect.stringMatching(/^Stripe account: .*payments.* → .*dashboard\.stripe\.com\/account/),
    expect.stringMatching(/^Order database: .*UPSTASH_REDIS_REST_TOKEN.* → .*console\.upstash/),
    expect.stringMatching(/^Email: .*MAIL_API_KEY.* → .*resend\.com\/api-keys/),
    expect.stringMatching(/^Stripe webhook: .*disabled; .*refund\.created.* → .*stripe:webhook/),
    expect.stringMatching(/^Webhook secret: .*STRIPE_WEBHOOK_SECRET.* → .*dashboard\.stripe/),
    // The shop's own findings, except its account, which the doctor finds itself.
    expect.stringContaining(`Guide files: ${name} has no file`),
  ]);
});
