import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Build, DeployedFunction, Route } from './build.ts';
import { type Instance, startInstance } from './instance.ts';

/** The store of Blobs, as Netlify tells a function with each call. */
type BlobsAccess = { readonly url: string; readonly token: string };

type DeployOptions = {
  readonly build: Build;
  readonly context: string;
  /** Where visitors see it. */
  readonly siteUrl: string;
  /** Of its functions. */
  readonly environment: Readonly<Record<string, string>>;
  readonly blobs: BlobsAccess;
};

/** In base64, as binary bodies come; any body may. */
type CallOptions = { readonly inBase64?: boolean };

const SITE_ID = 'b2f3c1de-0000-4000-8000-000000000000';
const BINARY = /^(?:multipart\/|application\/octet-stream)/;

const fits = ({ literal, expression }: Route, pathname: string): boolean =>
  expression === undefined ? literal === pathname : new RegExp(expression).test(pathname);

/** The route by which an address and a method are the function's. */
const routeOf = (
  { routes = [], excludedRoutes = [] }: DeployedFunction,
  pathname: string,
  method: string,
): Route | undefined =>
  excludedRoutes.some((route) => fits(route, pathname))
    ? undefined
    : routes.find(
        ({ methods = [], ...route }) =>
          fits(route, pathname) && (methods.length === 0 || methods.includes(method)),
      );

export type Deploy = ReturnType<typeof openDeploy>;

/**
 * A deploy, as Netlify's edge serves it by the manifest of its build: functions, then files, then functions that
 * leave a file its place. Each function runs in one instance, started at its first call.
 */
export const openDeploy = ({ build, context, siteUrl, environment, blobs }: DeployOptions) => {
  const instances = new Map<string, Instance>();
  const instanceOf = (name: string): Instance => {
    const known = instances.get(name);
    if (known) return known;
    const instance = startInstance(build.folderOf(name), {
      ...environment,
      SITE_ID,
      SITE_NAME: 'money-smart',
      URL: 'https://money-smart.netlify.app',
    });
    instances.set(name, instance);
    return instance;
  };

  const headersOf = (request: Request, pattern: string | undefined): Record<string, string> => ({
    // As the edge has them; a test may name another caller.
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
    ...(pattern !== undefined && { 'x-nf-deploy-context': context }),
  });

  const invoke = async (
    name: string,
    request: Request,
    route?: string,
    { inBase64 = BINARY.test(request.headers.get('content-type') ?? '') }: CallOptions = {},
  ): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const body = request.body && Buffer.from(await request.arrayBuffer());
    const access = { url: blobs.url, url_uncached: blobs.url, token: blobs.token };
    return instanceOf(name).invoke({
      rawUrl: `${siteUrl}${pathname}${search}`,
      path: pathname,
      httpMethod: request.method,
      headers: headersOf(request, route),
      body: body?.toString(inBase64 ? 'base64' : 'utf8'),
      isBase64Encoded: inBase64,
      blobs: Buffer.from(JSON.stringify({ ...access, primary_region: 'us-east-2' })).toString(
        'base64',
      ),
      flags: {},
      ...(route !== undefined && { route }),
    });
  };

  const fileAt = (pathname: string): Response | undefined => {
    const found = [pathname, `${pathname}.html`, path.join(pathname, 'index.html')]
      .map((name) => path.join(build.site, name))
      .find((file) => path.extname(file) !== '' && existsSync(file));
    return found === undefined ? undefined : new Response(readFileSync(found));
  };

  const call = async (
    address: string,
    init?: RequestInit,
    options?: CallOptions,
  ): Promise<Response> => {
    const { pathname, search } = new URL(address, siteUrl);
    const request = new Request(new URL(pathname + search, siteUrl), init);
    const claims = build.functions.flatMap((one) => {
      const route = routeOf(one, pathname, request.method);
      return route ? [{ name: one.name, route }] : [];
    });
    const before = claims.find(({ route }) => !route.prefer_static);
    const file = before ? undefined : fileAt(pathname);
    if (file) return file;
    const { name, route } = before ?? claims[0] ?? {};
    if (name === undefined) return new Response(null, { status: 404 });
    return invoke(name, request, route?.pattern, options);
  };

  return {
    siteUrl,
    call,
    post: (pathname: string, body: unknown, headers: HeadersInit = {}) =>
      call(pathname, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    log: (name: string): string => instances.get(name)?.log() ?? '',
    /** A call of a function that meets a new instance of it. */
    firstCall: (name: string, request: Request): Promise<Response> => {
      instances.get(name)?.stop();
      instances.delete(name);
      const one = build.functions.find((own) => own.name === name);
      const route = one && routeOf(one, new URL(request.url).pathname, request.method);
      return invoke(name, request, route?.pattern);
    },
    stop: (): void => {
      for (const { stop } of instances.values()) stop();
    },
  };
};
