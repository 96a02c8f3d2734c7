import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Redis } from '@upstash/redis';
import { build } from 'esbuild';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { type Routes, findFunction, loadRoutes } from '../../netlify/local/routes.ts';
import { serveServices } from '../../netlify/local/serve-services.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { ownerClient } from '../shop/owner.ts';
import { makePdf } from '../shop/pdfs.ts';
import { jsonPost } from '../shop/shop.ts';
import { SETTINGS } from '../shop/settings.ts';
import { PLAIN_MAILS } from '../shop/templates.ts';
import { bundle } from './bundled.ts';

const SESSION = `cs_test_${'a'.repeat(58)}`;

type FunctionBudget = {
  readonly name: string;
  /** Includes the chunks loaded with the function. */
  readonly maxKilobytes: number;
  readonly call: { readonly address: string; readonly body?: object; readonly status: number };
};

/**
 * A new instance reads, compiles and runs all of a function's code before it responds. The upload
 * check, Stripe's SDK and the jobs are loaded on first use.
 */
const FUNCTIONS: readonly FunctionBudget[] = [
  {
    name: 'admin',
    maxKilobytes: 385,
    call: { address: '/api/admin/session', status: 401 },
  },
  {
    name: 'create-payment',
    maxKilobytes: 250,
    call: { address: '/api/create-payment', body: { productType: 'bundle' }, status: 200 },
  },
  {
    name: 'files',
    maxKilobytes: 290,
    call: { address: '/api/files/none', status: 403 },
  },
  {
    name: 'find-purchase',
    maxKilobytes: 250,
    call: { address: '/api/find-purchase', body: { email: 'parent@example.com' }, status: 503 },
  },
  {
    name: 'health',
    maxKilobytes: 290,
    call: { address: '/api/health', status: 200 },
  },
  {
    name: 'jobs',
    maxKilobytes: 310,
    call: { address: '/.netlify/functions/jobs', body: {}, status: 200 },
  },
  {
    name: 'not-found',
    maxKilobytes: 35,
    call: { address: '/lost', status: 404 },
  },
  {
    name: 'orders',
    maxKilobytes: 250,
    call: { address: `/api/orders?session_id=${SESSION}`, status: 200 },
  },
  {
    name: 'products',
    maxKilobytes: 95,
    call: { address: '/api/products', status: 200 },
  },
  {
    name: 'purchase-page',
    maxKilobytes: 290,
    call: { address: '/guide-download', body: {}, status: 403 },
  },
  {
    name: 'secure-file-access',
    maxKilobytes: 290,
    call: {
      address: '/api/secure-file-access',
      body: { product_id: 'guide-1', session_id: SESSION },
      status: 403,
    },
  },
  {
    name: 'stripe-webhook',
    maxKilobytes: 250,
    call: { address: '/api/stripe-webhook', body: {}, status: 400 },
  },
  {
    name: 'unsubscribe',
    maxKilobytes: 250,
    call: { address: '/api/unsubscribe?token=none', status: 404 },
  },
  {
    name: 'verify-payment',
    maxKilobytes: 290,
    call: { address: '/api/verify-payment', body: { sessionId: SESSION }, status: 200 },
  },
  {
    name: 'withdraw',
    maxKilobytes: 250,
    call: { address: '/api/withdraw', status: 403 },
  },
];

/** The build data that bundles contain. */
const GENERATED = {
  ...PLAIN_MAILS,
  notFoundPage: '<h1>of this "build"</h1>',
  formerly: {},
  promises: {},
  shellPage: '<title>{{title}}</title>',
  context: 'branch-deploy',
  siteUrl: 'https://spring--money-smart.netlify.app',
};

// Inside the project, like the bundles of a deploy.
const root = path.join(ROOT, '.netlify', 'test-functions');
afterAll(() => rmSync(root, { recursive: true, force: true }));
const directory = path.join(root, 'functions');
const bundled = await bundle(directory, GENERATED);

const services = await serveServices({
  directory: path.join(root, 'services'),
  withRedis: true,
  withStripe: true,
});
afterAll(services.close);
const environment = { ...SETTINGS, ...services.environment, ADMIN_PASSWORD: 'of the owner' };
Object.assign(process.env, environment);
for (const level of ['log', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();

const routes = await loadRoutes({ directory });

/** Calls the bundles as `npm start` does. */
const callerOf = (all: Routes) => {
  const call = async (address: string, init?: RequestInit): Promise<Response> => {
    const request = new Request(new URL(address, SETTINGS.PUBLIC_SITE_URL), init);
    const response = await findFunction(all, request)?.call(request, '192.0.2.1');
    return response ?? new Response(null, { status: 404 });
  };
  const post = (address: string, body: unknown, headers: HeadersInit = {}) =>
    call(address, jsonPost(body, { origin: GENERATED.siteUrl, ...headers }));
  return { call, post };
};
const { call, post } = callerOf(routes);

test('bundles every function', () => {
  const sources = readdirSync(path.join(ROOT, 'netlify', 'functions'));
  const names = sources.map((file) => path.parse(file).name).toSorted();
  expect(bundled.map(({ name }) => name).toSorted()).toEqual(names);
  expect(FUNCTIONS.map(({ name }) => name)).toEqual(names);
});

test('creates chunks that can be imported', async () => {
  const chunks = path.join(directory, 'chunks');
  const files = readdirSync(chunks);
  const loaded = await Promise.all(files.map((file) => import(path.join(chunks, file))));
  expect(loaded.length).toBeGreaterThan(0);
});

const ADVICE =
  'Check what the function loads (npm run build, then .netlify/bundled-functions) or raise the limit';

test.each(FUNCTIONS)('limits the size of the $name bundle', ({ name, maxKilobytes }) => {
  const size = bundled.find((one) => one.name === name)?.bytes;
  expect(size, ADVICE).toBeLessThanOrEqual(maxKilobytes * 1000);
});

test.each(FUNCTIONS)('runs the $name bundle', async ({ call: { address, body, status } }) => {
  const response = await (body ? post(address, body) : call(address));
  expect(response.status, await response.text()).toBe(status);
});

/** Bundles a function into one file, as Netlify does. Returns its directory. */
const deployInOneFile = async (name: string): Promise<string> => {
  const outdir = path.join(root, 'deployed');
  await build({
    entryPoints: [path.join(directory, `${name}.mjs`)],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    logLevel: 'error',
  });
  return outdir;
};

test.each([
  { form: 'split into chunks', find: async () => directory },
  { form: 'a single file', find: () => deployInOneFile('admin') },
])('checks an upload in a child process if the admin bundle is $form', async ({ find }) => {
  const owner = await ownerClient(callerOf(await loadRoutes({ directory: await find() })));
  const published = await owner.upload({ bytes: await makePdf({ title: crypto.randomUUID() }) });
  expect(await published.json()).toMatchObject({ pages: 1, changed: true });
});

describe('build data in a bundle', () => {
  test('contains the 404 page', async () => {
    expect(await (await call('/lost')).text()).toBe(GENERATED.notFoundPage);
  });

  test('contains the shell for pages without JavaScript', async () => {
    const page = await post('/guide-download', {});
    expect(await page.text()).toBe('<title>Access denied</title>');
  });

  test('contains the support email address', async () => {
    const response = await post('/api/find-purchase', { email: 'parent@example.com' });
    expect(await response.text()).toContain(GENERATED.supportEmail);
  });

  test('contains the deploy context that is part of each Redis key', async () => {
    await post('/api/create-payment', { productType: 'bundle' });
    const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = environment;
    const redis = new Redis({ url, token });
    expect(await redis.keys('limit:branch-deploy:*')).not.toEqual([]);
    expect(await redis.keys('limit:dev:*')).toEqual([]);
  });
});
