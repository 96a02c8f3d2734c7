import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, inject, test, vi } from 'vitest';
import generated from '#generated';
import { findMissing, findSamples } from '../../.config/content.ts';
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

// tests/health/ has what may be wrong, case by case.
test('of a good live shop the doctor names only the gaps in content, and opens no checkout', async () => {
  const ended = await runHere(doctor, { args: ['--json'], env: environment });
  // The shop logs in the same process.
  const [out = '', err = ''] = [ended.out, ended.err].map((text) =>
    text.replaceAll(/^\{"level":.*\n/gm, ''),
  );
  const { PUBLIC_SITE_URL: _, MAIL_FROM: __, ...secrets } = environment;
  for (const secret of Object.values(secrets)) expect(out + err).not.toContain(secret);
  const { checks }: { checks: Check[] } = JSON.parse(out);
  const ofContent = { Samples: await findSamples(ROOT), Content: await findMissing(ROOT) };
  const others = checks.filter(({ about }) => !(about in ofContent));
  expect(others.length).toBeGreaterThan(8);
  expect([ended.code, err, others.filter(({ state }) => state !== 'ok')]).toEqual([0, '', []]);
  for (const [about, left] of Object.entries(ofContent)) {
    const found = checks.find((check) => check.about === about);
    expect(found?.state).toBe(left.length > 0 ? 'warning' : 'ok');
    for (const words of left) expect(found?.says).toContain(words);
  }
  const { data } = await client.ask((stripe) => stripe.checkout.sessions.list({ limit: 1 }));
  expect(data).toEqual([]);
});
