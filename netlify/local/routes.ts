import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Config, Context } from '@netlify/functions';

/** `waitUntil` receives the work that continues after the response. */
export type FunctionHandler = (
  request: Request,
  waitUntil?: Context['waitUntil'],
) => Promise<Response>;

export type FunctionModule = {
  default: (request: Request, context: Pick<Context, 'params' | 'waitUntil'>) => Promise<Response>;
  config: Config;
};

const CLIENT_IP_HEADER = 'x-nf-client-connection-ip';
const SOURCES = path.resolve(import.meta.dirname, '../functions');

const toArray = <Item>(value: Item | Item[]): Item[] => (Array.isArray(value) ? value : [value]);

const toPatterns = (paths: readonly string[]): URLPattern[] =>
  paths.map((pathname) => new URLPattern({ pathname }));

const readPathParams = (patterns: readonly URLPattern[], url: string): Record<string, string> => {
  const params: Record<string, string> = {};
  for (const pattern of patterns) {
    const match = pattern.exec(url);
    if (!match) continue;
    for (const [name, value] of Object.entries(match.pathname.groups)) params[name] = value ?? '';
    break;
  }
  return params;
};

const createRoute = (name: string, { default: handler, config }: FunctionModule) => {
  const paths: string[] = toArray(config.path ?? `/.netlify/functions/${name}`);
  const patterns = toPatterns(paths);
  const excludedPatterns = toPatterns(toArray(config.excludedPath ?? []));

  const claims = (url: string): boolean =>
    patterns.some((pattern) => pattern.test(url)) &&
    !excludedPatterns.some((pattern) => pattern.test(url));

  const handle: FunctionHandler = (request, waitUntil = () => {}) =>
    handler(request, { waitUntil, params: readPathParams(patterns, request.url) });

  return { name, paths, claims, handle, config };
};

type LoadOptions = {
  /** The folder with the functions' sources or bundles. */
  readonly directory?: string;
  readonly importModule?: (file: string) => Promise<FunctionModule>;
};

/** Loads all functions. A function without a `path` in its `config` gets Netlify's default path. */
export const loadRoutes = async ({
  directory = SOURCES,
  importModule = (file) => import(pathToFileURL(file).href),
}: LoadOptions = {}) => {
  const files = (await readdir(directory)).filter((file) => /\.(?:ts|mjs)$/.test(file));
  return Promise.all(
    files.map(async (file) => {
      const module = await importModule(path.join(directory, file));
      return createRoute(path.parse(file).name, module);
    }),
  );
};

export type Routes = Awaited<ReturnType<typeof loadRoutes>>;

const acceptsMethod = ({ method }: Config, requestMethod: string): boolean => {
  if (method === undefined) return true;
  const methods: readonly string[] = toArray(method);
  return methods.includes(requestMethod);
};

/**
 * Sets the header in which Netlify passes the client's address, unless a test has already set it.
 */
const setClientAddress = ({ headers }: Request, remoteAddress: string): void => {
  if (!headers.has(CLIENT_IP_HEADER)) headers.set(CLIENT_IP_HEADER, remoteAddress);
};

/** Finds the function that Netlify would call. Returns undefined if there is none. */
export const findFunction = (routes: Routes, { url, method }: Pick<Request, 'url' | 'method'>) => {
  const route = routes.find(({ claims, config }) => claims(url) && acceptsMethod(config, method));
  if (!route) return undefined;
  return {
    /** Whether a file of the site takes precedence over the function. */
    preferStatic: route.config.preferStatic === true,
    call: (request: Request, remoteAddress: string): Promise<Response> => {
      setClientAddress(request, remoteAddress);
      return route.handle(request);
    },
  };
};
