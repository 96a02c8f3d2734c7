import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Config, Context } from '@netlify/functions';

type WaitUntil = Context['waitUntil'];
/** `waitUntil` gets the work that the answer does not wait for. */
export type FunctionHandler = (request: Request, waitUntil?: WaitUntil) => Promise<Response>;
export type FunctionModule = {
  default: (request: Request, context: Pick<Context, 'params' | 'waitUntil'>) => Promise<Response>;
  config: Config;
};

const CLIENT = 'x-nf-client-connection-ip';
const SOURCES = path.resolve(import.meta.dirname, '../functions');

const patternsOf = (paths: string | readonly string[] = []): URLPattern[] =>
  [paths].flat().map((pathname) => new URLPattern({ pathname }));

type Loading = {
  /** Of the sources, or of the bundles that the build has made of them. */
  readonly directory?: string;
  readonly importModule?: (file: string) => Promise<FunctionModule>;
};

/** Every function with the addresses from its `config`, or with the one that Netlify gives it. */
export const loadRoutes = async ({
  directory = SOURCES,
  importModule = (file) => import(pathToFileURL(file).href),
}: Loading = {}) => {
  const files = (await readdir(directory)).filter((name) => /\.(?:ts|mjs)$/.test(name));
  const load = async (file: string) => {
    const { default: answer, config } = await importModule(path.join(directory, file));
    const { name } = path.parse(file);
    const paths = [config.path ?? `/.netlify/functions/${name}`].flat();
    const claimed = patternsOf(paths);
    const excluded = patternsOf(config.excludedPath);
    const claims = (url: string): boolean =>
      claimed.some((pattern) => pattern.test(url)) &&
      !excluded.some((pattern) => pattern.test(url));
    /** Like Netlify, gives the function the parameters of its path. */
    const handle: FunctionHandler = (request, waitUntil = () => {}) => {
      const groups = claimed.map((pattern) => pattern.exec(request.url)?.pathname.groups);
      const params = Object.entries(groups.find(Boolean) ?? {});
      return answer(request, {
        waitUntil,
        params: Object.fromEntries(params.map(([key, value]) => [key, value ?? ''])),
      });
    };
    return { name, paths, claims, handle, config };
  };
  return Promise.all(files.map(load));
};

export type Routes = Awaited<ReturnType<typeof loadRoutes>>;

/** The function that a request's address and method belong to. */
export const findFunction = (routes: Routes, request: Request, remoteAddress: string) => {
  const route = routes.find(
    ({ claims, config: { method = request.method } }) =>
      claims(request.url) && [method].flat().includes(request.method),
  );
  if (!route) return undefined;
  // A test may claim another address.
  if (!request.headers.has(CLIENT)) request.headers.set(CLIENT, remoteAddress);
  return {
    /** Whether a file of the site at this address takes precedence. */
    preferStatic: route.config.preferStatic === true,
    call: () => route.handle(request),
  };
};
