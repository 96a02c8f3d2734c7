import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { findFunction, loadRoutes } from '../../../netlify/local/routes.ts';
import { serveOnceMade } from '../../../netlify/local/serve.ts';
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

/** Starts a function from the folder of its unpacked ZIP, with this environment alone. */
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

/** One for all deploys, as an owner sets it. */
const PUBLIC_SITE_URL = 'https://money-smart.example';

const DEPLOYS = {
  production: { branch: 'main', siteUrl: PUBLIC_SITE_URL },
  // Netlify's build makes the address of the branch, because it knows no site.
  'deploy-preview': {
    branch: 'deploy-preview-7',
    siteUrl: 'https://deploy-preview-7--site-name.netlify.app',
  },
} as const;

export type Context = keyof typeof DEPLOYS;
export const CONTEXTS = Object.keys(DEPLOYS) as Context[];

/**
 * Builds a deploy and serves its functions, as Netlify's edge calls them. Each runs in one instance, started at its
 * first call. Blobs are passed with each call.
 */
const openDeploy = async (context: Context, environment: Environment, blobs: object) => {
  const { branch, siteUrl } = DEPLOYS[context];
  const build = await netlifyBuild(context, branch, { PUBLIC_SITE_URL, URL: NETLIFY_URL });
  closers.push(build.remove);
  const ofSite = {
    ...environment,
    PUBLIC_SITE_URL,
    SITE_ID,
    SITE_NAME: 'money-smart',
    URL: NETLIFY_URL,
  };
  const instances = new Map<string, ReturnType<typeof startInstance>>();

  const invoke = async (name: string, request: Request, route?: string): Promise<Response> => {
    const instance = instances.get(name) ?? startInstance(build.folderOf(name), ofSite);
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
        'x-nf-request-id': `01J${crypto.randomUUID().replaceAll('-', '').slice(0, 23).toUpperCase()}`,
        'x-nf-site-id': SITE_ID,
        // A call by the schedule may have none.
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
      const fits = (pathname: string): boolean => new URLPattern({ pathname }).test(request.url);
      return invoke(route.name, request, route.paths.find(fits));
    };
  }
  const call = async (address: string, init?: RequestInit): Promise<Response> => {
    const { pathname, search } = new URL(address, siteUrl);
    const request = new Request(new URL(pathname + search, siteUrl), init);
    const found = findFunction(routes, request, '192.0.2.1');
    return found?.call() ?? new Response(null, { status: 404 });
  };
  return {
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
 * Two deploys of one site, built by Netlify's own build, that share Redis and Blobs, and are served until the tests end.
 * Production has Stripe's live account. The preview has the test account, which has no webhook.
 */
export const openDeploys = async (ownerPassword: string) => {
  const directory = await mkdtemp(path.join(tmpdir(), 'netlify-test-'));
  closers.push(() => rm(directory, { recursive: true, force: true }));
  const open = async (context: Context) => {
    const isLive = context === 'production';
    const site = await serveOnceMade(0);
    const services = await serveServices({
      directory: path.join(directory, context),
      siteUrl: isLive ? site.origin : 'http://localhost:1',
      withRedis: isLive,
      withStripe: true,
      withMail: isLive,
    });
    closers.push(site.close, services.close);
    return { site, environment: services.environment };
  };
  const live = await open('production');
  const preview = await open('deploy-preview');
  const { NETLIFY_BLOBS_CONTEXT: given = '', ...hosted } = live.environment;
  const { edgeURL: url, token } = JSON.parse(Buffer.from(given, 'base64').toString());
  const blobs = { url, url_uncached: url, token, primary_region: 'us-east-2' };
  const serve = async (context: Context, { site, environment }: typeof live) => {
    const secrets = { SIGNING_SECRET: 'x'.repeat(32), ADMIN_PASSWORD: ownerPassword };
    const own = { ...hosted, ...environment, NETLIFY_BLOBS_CONTEXT: '', ...secrets };
    const deploy = await openDeploy(context, own, blobs);
    site.answerBy((request) => deploy.call(request.url, request));
    return { ...deploy, site: site.origin };
  };
  return {
    production: await serve('production', live),
    'deploy-preview': await serve('deploy-preview', preview),
  };
};
