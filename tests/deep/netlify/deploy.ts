import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { jsonPost } from '../../shop/shop.ts';
import type { Build, DeployedFunction, Route } from './build.ts';

const LAMBDA = path.join(import.meta.dirname, 'lambda.ts');
const SITE_ID = 'b2f3c1de-0000-4000-8000-000000000000';
const BINARY = /^(?:multipart\/|application\/octet-stream)/;

/** Starts a function from the folder of its unpacked ZIP, with this environment alone. */
const startInstance = async (folder: string, environment: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, [LAMBDA], {
    cwd: folder,
    env: { ...environment, LAMBDA_TASK_ROOT: folder },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [port] = await once(child, 'message');
  return {
    invoke: (event: object): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}`, { ...jsonPost(event), redirect: 'manual' }),
    stop: () => child.kill(),
  };
};

const fits = (route: Route, pathname: string): boolean =>
  'literal' in route ? route.literal === pathname : new RegExp(route.expression).test(pathname);

/** The function's routes for an address and a method. */
const routesOf = (
  { name, routes = [], excludedRoutes = [] }: DeployedFunction,
  pathname: string,
  method: string,
) =>
  routes
    .filter(({ methods = [] }) => methods.length === 0 || methods.includes(method))
    .filter((route) => fits(route, pathname))
    .filter(() => !excludedRoutes.some((route) => fits(route, pathname)))
    .map((route) => ({ name, route }));

/**
 * The functions of a deploy, as Netlify's edge calls them by the manifest of its build. Those that prefer a file come
 * last. Each runs in one instance, started at its first call. Blobs are passed with each call.
 */
export const openDeploy = (
  build: Build,
  context: string,
  siteUrl: string,
  environment: Readonly<Record<string, string>>,
  blobs: { readonly url: string; readonly token: string },
) => {
  const instances = new Map<string, ReturnType<typeof startInstance>>();
  const instanceOf = (name: string): ReturnType<typeof startInstance> => {
    const known = instances.get(name);
    if (known) return known;
    const site = { SITE_ID, SITE_NAME: 'money-smart', URL: 'https://money-smart.netlify.app' };
    const instance = startInstance(build.folderOf(name), { ...environment, ...site });
    instances.set(name, instance);
    return instance;
  };

  const headersOf = (request: Request, isRouted: boolean): Record<string, string> => ({
    'x-nf-client-connection-ip': '192.0.2.1',
    ...Object.fromEntries(request.headers),
    host: new URL(siteUrl).host,
    'x-forwarded-proto': 'https',
    'x-nf-deploy-id': '65f0000000000000000000aa',
    'x-nf-deploy-published': context === 'production' ? '1' : '0',
    'x-nf-geo': Buffer.from('{}').toString('base64'),
    'x-nf-request-id': `01J${crypto.randomUUID().replaceAll('-', '').slice(0, 23).toUpperCase()}`,
    'x-nf-site-id': SITE_ID,
    // A call by the schedule may have none.
    ...(isRouted && { 'x-nf-deploy-context': context }),
  });

  const invoke = async (name: string, request: Request, route?: string): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const body = request.body && Buffer.from(await request.arrayBuffer());
    const isBase64Encoded = BINARY.test(request.headers.get('content-type') ?? '');
    const access = { ...blobs, url_uncached: blobs.url, primary_region: 'us-east-2' };
    const { invoke: call } = await instanceOf(name);
    return call({
      rawUrl: `${siteUrl}${pathname}${search}`,
      path: pathname,
      httpMethod: request.method,
      headers: headersOf(request, route !== undefined),
      body: body?.toString(isBase64Encoded ? 'base64' : 'utf8'),
      isBase64Encoded,
      blobs: Buffer.from(JSON.stringify(access)).toString('base64'),
      flags: {},
      route,
    });
  };

  const call = async (address: string, init?: RequestInit): Promise<Response> => {
    const { pathname, search } = new URL(address, siteUrl);
    const request = new Request(new URL(pathname + search, siteUrl), init);
    const claims = build.functions.flatMap((one) => routesOf(one, pathname, request.method));
    const [claim] = claims.toSorted(
      (a, b) => Number(a.route.prefer_static ?? false) - Number(b.route.prefer_static ?? false),
    );
    if (!claim) return new Response(null, { status: 404 });
    return invoke(claim.name, request, claim.route.pattern);
  };

  return {
    siteUrl,
    build,
    call,
    post: (pathname: string, body: unknown, headers?: HeadersInit) =>
      call(pathname, jsonPost(body, headers)),
    /** A call by the schedule. */
    runScheduled: (name: string): Promise<Response> => {
      const headers = { 'x-nf-event': 'schedule' };
      const init = jsonPost({ next_run: new Date().toISOString() }, headers);
      return invoke(name, new Request(`${siteUrl}/.netlify/functions/${name}`, init));
    },
    stop: async (): Promise<void> => {
      for (const instance of instances.values()) (await instance).stop();
    },
  };
};
