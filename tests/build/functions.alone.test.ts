import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Redis } from '@upstash/redis';
import Stripe from 'stripe';
import { afterAll, expect, test, vi } from 'vitest';
import { findFunction, loadRoutes } from '../../netlify/local/routes.ts';
import { serveServices } from '../../netlify/local/serve-services.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { sessionIn } from '../buyer.ts';
import { jsonPost } from '../shop/shop.ts';
import { SETTINGS } from '../shop/settings.ts';
import { PLAIN_MAILS } from '../shop/templates.ts';
import { bundle } from './bundled.ts';

const SESSION = `cs_test_${'a'.repeat(58)}`;

/** A call of each function, and the status of its answer. */
const CALLS: Readonly<Record<string, readonly [status: number, address: string, body?: object]>> = {
  admin: [401, '/api/admin/session'],
  'create-payment': [200, '/api/create-payment', { productType: 'bundle' }],
  files: [403, '/api/files/none'],
  // It has no key for emails.
  'find-purchase': [503, '/api/find-purchase', { email: 'parent@example.com' }],
  health: [200, '/api/health'],
  jobs: [200, '/.netlify/functions/jobs', {}],
  'not-found': [404, '/lost'],
  orders: [200, `/api/orders?session_id=${SESSION}`],
  products: [200, '/api/products'],
  'purchase-page': [403, '/guide-download', {}],
  'secure-file-access': [
    403,
    '/api/secure-file-access',
    { product_id: 'guide-1', session_id: SESSION },
  ],
  'stripe-webhook': [400, '/api/stripe-webhook', {}],
  unsubscribe: [404, '/api/unsubscribe?token=none'],
  'verify-payment': [200, '/api/verify-payment', { sessionId: SESSION }],
  withdraw: [403, '/api/withdraw'],
};

/**
 * The limits in bytes of the code that is loaded with each function, its chunks included. A new instance reads, compiles
 * and runs all of it before it answers. The check of an upload, Stripe's SDK and the jobs are loaded at first use.
 */
const MOST_BYTES: readonly (readonly [bytes: number, functions: string])[] = [
  [35_000, 'not-found'],
  [95_000, 'products'],
  [250_000, 'create-payment find-purchase orders stripe-webhook unsubscribe withdraw'],
  [290_000, 'files health jobs purchase-page secure-file-access verify-payment'],
  [360_000, 'admin'],
];

const NAMES = readdirSync(path.join(ROOT, 'netlify', 'functions')).map(
  (file) => path.parse(file).name,
);
const KNOWN = {
  ...PLAIN_MAILS,
  notFoundPage: '<h1>of this "build"</h1>',
  shellPage: '<title>{{title}}</title>',
  context: 'branch-deploy',
  siteUrl: 'https://spring--money-smart.netlify.app',
};

// Inside the project, like the bundles of a deploy.
const root = path.join(ROOT, '.netlify', 'test-functions');
afterAll(() => rmSync(root, { recursive: true, force: true }));
const directory = path.join(root, 'functions');
const bundled = await bundle(directory, KNOWN);

const services = await serveServices({
  directory: path.join(root, 'services'),
  withRedis: true,
  withStripe: true,
});
afterAll(services.close);
const environment = { ...SETTINGS, ...services.environment };
Object.assign(process.env, environment);
for (const level of ['log', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();

/** The texts of the answers. The bundles are called as `npm start` calls them. */
const answers: Record<string, string> = {};
const routes = await loadRoutes({ directory });

test.each(Object.entries(CALLS))('the bundle of %s answers when it is called', async (...call) => {
  const [name, [status, address, body]] = call;
  const request = new Request(new URL(address, SETTINGS.PUBLIC_SITE_URL), body && jsonPost(body));
  const answer = await findFunction(routes, request, '192.0.2.1')?.call();
  answers[name] = (await answer?.text()) ?? '';
  expect(answer?.status, answers[name]).toBe(status);
});

test('every function is bundled and called, and every chunk can be loaded', async () => {
  expect(bundled.map(({ name }) => name).toSorted()).toEqual(NAMES.toSorted());
  expect(Object.keys(CALLS).toSorted()).toEqual(NAMES.toSorted());
  const chunks = path.join(directory, 'chunks');
  for (const chunk of readdirSync(chunks)) await import(path.join(chunks, chunk));
});

test('a bundle has what the build knew: the deploy, its address, the pages and the emails', async () => {
  expect(answers['not-found']).toBe(KNOWN.notFoundPage);
  expect(answers['purchase-page']).toBe('<title>Access denied</title>');
  expect(answers['find-purchase']).toContain(KNOWN.supportEmail);
  const { hostname: host, port } = new URL(services.environment['STRIPE_API_URL'] ?? '');
  const key = environment['STRIPE_SECRET_KEY'];
  const stripe = new Stripe(key, { host, port, protocol: 'http' });
  const session = sessionIn(answers['create-payment'] ?? '');
  const { success_url } = await stripe.checkout.sessions.retrieve(session);
  expect(success_url).toContain(`${KNOWN.siteUrl}/payment-success`);
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = environment;
  const redis = new Redis({ url, token });
  expect(await redis.keys('limit:branch-deploy:*')).not.toEqual([]);
  expect(await redis.keys('limit:dev:*')).toEqual([]);
});

const WORDS = 'See what it loads (npm run build, then .netlify/bundled-functions), or raise it';

test('no function loads more code than it may before it answers', () => {
  const most = MOST_BYTES.flatMap(([bytes, names]) =>
    names.split(' ').map((name) => [name, bytes] as const),
  );
  expect(most.map(([name]) => name).toSorted()).toEqual(NAMES.toSorted());
  for (const [name, bytes] of most) {
    const size = bundled.find((one) => one.name === name)?.bytes;
    expect(size, `${name}. ${WORDS}`).toBeLessThanOrEqual(bytes);
  }
});
