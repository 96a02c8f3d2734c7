import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { findFunction, loadRoutes } from '../../../netlify/local/routes.ts';
import { openServer } from '../../../netlify/local/serve.ts';
import { serveServices } from '../../../netlify/local/serve-services.ts';
import { jsonPost } from '../../shop/shop.ts';
import { netlifyBuild } from './build.ts';

const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

const LAMBDA = path.join(import.meta.dirname, 'lambda.ts');
const SITE_ID = 'b2f3c1de-0000-4000-8000-000000000000';
const NETLIFY_URL = 'https://money-smart.netlify.app';
const BINARY = /^(?:multipart\/|application\/octet-stream)/;

type Environment = Readonly<Record<string, string>>;

/** Returns an id in the format of Netlify's request ids. */
const newRequestId = (): string =>
  `01J${crypto.randomUUID().replaceAll('-', '').slice(0, 23).toUpperCase()}`;

/** Starts a function in the folder of its unpacked ZIP with only this environment. */
const startInstance = async (folder: string, environment: Environment) => {
  const child = spawn(process.execPath, [LAMBDA], {
    cwd: folder,
    env: { ...environment, LAMBDA_TASK_ROOT: folder },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  closers.push(() => child.kill());
  const [port] = await once(child, 'message');
  return (event: object): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}`, { ...jsonPost(event), redirect: 'manual' });
};

/** The same for all deploys, because owners set it once for the whole site. */
const PUBLIC_SITE_URL = 'https://money-smart.example';

const DEPLOYS = {
  production: { branch: 'main', siteUrl: PUBLIC_SITE_URL },
  // Netlify's build tool derives this address from the branch and a placeholder for the site's
  // name.
  'deploy-preview': {
    branch: 'deploy-preview-7',
    siteUrl: 'https://deploy-preview-7--site-name.netlify.app',
  },
} as const;

export type Context = keyof typeof DEPLOYS;
export const CONTEXTS = Object.keys(DEPLOYS) as Context[];

/**
 * Builds a deploy with Netlify's own build tool, and calls its functions as Netlify's edge does.
 * The first call of a function starts its only instance. Each call passes the URL and the token for
 * Blobs.
 */
const openDeploy = async (context: Context, directory: string, shared: Environment) => {
  const { branch, siteUrl } = DEPLOYS[context];
  const build = await netlifyBuild(context, branch, { PUBLIC_SITE_URL, URL: NETLIFY_URL });
  const site = await openServer(0);
  const payments = await serveServices({
    directory: path.join(directory, context),
    siteUrl: context === 'production' ? site.origin : 'http://localhost:1',
    withStripe: true,
    withMail: true,
  });
  closers.push(build.remove, site.close, payments.close);
  const { NETLIFY_BLOBS_CONTEXT: encodedContext = '', ...environment }: Environment = {
    ...payments.environment,
    ...shared,
    PUBLIC_SITE_URL,
    SITE_ID,
    SITE_NAME: 'money-smart',
    URL: NETLIFY_URL,
  };
  const { edgeURL: url, token } = JSON.parse(Buffer.from(encodedContext, 'base64').toString());
  const blobs = { url, url_uncached: url, token, primary_region: 'us-east-2' };
  const instances = new Map<string, ReturnType<typeof startInstance>>();

  const invoke = async (name: string, request: Request, route?: string): Promise<Response> => {
    const instance = instances.get(name) ?? startInstance(build.folderOf(name), environment);
    instances.set(name, instance);
    const { pathname, search } = new URL(request.url);
    const isBase64Encoded = BINARY.test(request.headers.get('content-type') ?? '');
    const body = Buffer.from(await request.arrayBuffer());
    const call = await instance;
    return call({
      rawUrl: `${siteUrl}${pathname}${search}`,
      path: pathname,
      httpMethod: request.method,
      headers: {
        ...Object.fromEntries(request.headers),
        host: new URL(siteUrl).host,
        'x-forwarded-proto': 'https',
        'x-nf-deploy-id': '65f0000000000000000000aa',
        'x-nf-request-id': newRequestId(),
        'x-nf-site-id': SITE_ID,
        // A scheduled call may lack the deploy context.
        ...(route && { 'x-nf-deploy-context': context }),
      },
      body: body.length > 0 ? body.toString(isBase64Encoded ? 'base64' : 'utf8') : null,
      isBase64Encoded,
      blobs: Buffer.from(JSON.stringify(blobs)).toString('base64'),
      flags: {},
      route,
    });
  };

  const routes = await loadRoutes();
  for (const route of routes) {
    route.handle = (request) => {
      const matches = (pathname: string): boolean => new URLPattern({ pathname }).test(request.url);
      return invoke(route.name, request, route.paths.find(matches));
    };
  }
  const call = async (address: string, init?: RequestInit): Promise<Response> => {
    const { pathname, search } = new URL(address, siteUrl);
    const request = new Request(new URL(pathname + search, siteUrl), init);
    const found = findFunction(routes, request);
    return found?.call(request, '192.0.2.1') ?? new Response(null, { status: 404 });
  };
  site.setHandler((request) => call(request.url, request));
  return {
    site: site.origin,
    siteUrl,
    build,
    environment,
    call,
    post: (pathname: string, body: unknown, headers?: HeadersInit) =>
      call(pathname, jsonPost(body, headers)),
    runSchedule: (): Promise<Response> => {
      const init = jsonPost({ next_run: new Date().toISOString() }, { 'x-nf-event': 'schedule' });
      return invoke('jobs', new Request(`${siteUrl}/.netlify/functions/jobs`, init));
    },
  };
};

/**
 * Opens two deploys of one site until the tests end. They share Redis and Blobs, but each has its
 * own Stripe account and inbox. Only production has a webhook.
 */
export const openDeploys = async (ownerPassword: string) => {
  const directory = await mkdtemp(path.join(tmpdir(), 'netlify-test-'));
  const stores = await serveServices({ directory, withRedis: true });
  closers.push(() => rm(directory, { recursive: true, force: true }), stores.close);
  const secrets = { SIGNING_SECRET: 'x'.repeat(32), ADMIN_PASSWORD: ownerPassword };
  const shared = { ...stores.environment, ...secrets };
  return {
    production: await openDeploy('production', directory, shared),
    'deploy-preview': await openDeploy('deploy-preview', directory, shared),
  };
};
