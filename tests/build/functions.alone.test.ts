import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Redis } from '@upstash/redis';
import { build } from 'esbuild';
import { afterAll, expect, test, vi } from 'vitest';
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

/**
 * The most kB of code that is loaded with each function, its chunks included, and a call with the status of its answer. A
 * new instance reads, compiles and runs all of that code before it answers. The check of an upload, Stripe's SDK and the
 * jobs are loaded at first use.
 */
const FUNCTIONS: Readonly<
  Record<string, readonly [most: number, status: number, address: string, body?: object]>
> = {
  admin: [385, 401, '/api/admin/session'],
  'create-payment': [250, 200, '/api/create-payment', { productType: 'bundle' }],
  files: [290, 403, '/api/files/none'],
  'find-purchase': [250, 503, '/api/find-purchase', { email: 'parent@example.com' }],
  health: [290, 200, '/api/health'],
  jobs: [310, 200, '/.netlify/functions/jobs', {}],
  'not-found': [35, 404, '/lost'],
  orders: [250, 200, `/api/orders?session_id=${SESSION}`],
  products: [95, 200, '/api/products'],
  'purchase-page': [290, 403, '/guide-download', {}],
  'secure-file-access': [
    290,
    403,
    '/api/secure-file-access',
    { product_id: 'guide-1', session_id: SESSION },
  ],
  'stripe-webhook': [250, 400, '/api/stripe-webhook', {}],
  unsubscribe: [250, 404, '/api/unsubscribe?token=none'],
  'verify-payment': [290, 200, '/api/verify-payment', { sessionId: SESSION }],
  withdraw: [250, 403, '/api/withdraw'],
};

const KNOWN = {
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
const bundled = await bundle(directory, KNOWN);

const services = await serveServices({
  directory: path.join(root, 'services'),
  withRedis: true,
  withStripe: true,
});
afterAll(services.close);
const environment = { ...SETTINGS, ...services.environment, ADMIN_PASSWORD: 'of the owner' };
Object.assign(process.env, environment);
for (const level of ['log', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();

/** The texts of the answers. */
const answers: Record<string, string> = {};
const routes = await loadRoutes({ directory });

/** Calls the bundles as `npm start` does. */
const callerOf = (all: Routes) => {
  const call = async (address: string, init?: RequestInit): Promise<Response> => {
    const request = new Request(new URL(address, SETTINGS.PUBLIC_SITE_URL), init);
    const answer = await findFunction(all, request)?.call(request, '192.0.2.1');
    return answer ?? new Response(null, { status: 404 });
  };
  const post = (address: string, body: unknown, headers: HeadersInit = {}) =>
    call(address, jsonPost(body, { origin: KNOWN.siteUrl, ...headers }));
  return { call, post };
};
const { call, post } = callerOf(routes);

test('every function is bundled, and every chunk can be loaded', async () => {
  const sources = readdirSync(path.join(ROOT, 'netlify', 'functions'));
  const names = sources.map((file) => path.parse(file).name).toSorted();
  expect(bundled.map(({ name }) => name).toSorted()).toEqual(names);
  expect(Object.keys(FUNCTIONS)).toEqual(names);
  const chunks = path.join(directory, 'chunks');
  for (const chunk of readdirSync(chunks)) await import(path.join(chunks, chunk));
});

const WORDS = 'See what it loads (npm run build, then .netlify/bundled-functions), or raise it';

test.each(Object.entries(FUNCTIONS))(
  'the bundle of %s is light, and answers its own site',
  async (...row) => {
    const [name, [most, status, address, body]] = row;
    const size = bundled.find((one) => one.name === name)?.bytes;
    expect(size, WORDS).toBeLessThanOrEqual(most * 1000);
    const answer = await (body ? post(address, body) : call(address));
    answers[name] = await answer.text();
    expect(answer.status, answers[name]).toBe(status);
  },
);

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
  { where: 'in chunks', find: async () => directory },
  { where: 'in one file', find: () => deployInOneFile('admin') },
])('the bundle of admin $where checks an upload in another process', async ({ find }) => {
  const owner = await ownerClient(callerOf(await loadRoutes({ directory: await find() })));
  const published = await owner.upload({ bytes: await makePdf({ title: crypto.randomUUID() }) });
  expect(await published.json()).toMatchObject({ pages: 1, changed: true });
});

test('a bundle has what the build knew: the deploy, the pages and the emails', async () => {
  expect(answers['not-found']).toBe(KNOWN.notFoundPage);
  expect(answers['purchase-page']).toBe('<title>Access denied</title>');
  expect(answers['find-purchase']).toContain(KNOWN.supportEmail);
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = environment;
  const redis = new Redis({ url, token });
  expect(await redis.keys('limit:branch-deploy:*')).not.toEqual([]);
  expect(await redis.keys('limit:dev:*')).toEqual([]);
});
