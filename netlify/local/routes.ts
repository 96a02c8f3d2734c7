import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Config, Context } from '@netlify/functions';

type WaitUntil = Context['waitUntil'];
/** `waitUntil` gets the work that the answer does not wait for. */
export type Handler = (request: Request, waitUntil?: WaitUntil) => Promise<Response>;
export type FunctionModule = {
  default: (request: Request, context: Pick<Context, 'params' | 'waitUntil'>) => Promise<Response>;
  config: Config;
};
type ImportModule = (file: string) => Promise<FunctionModule>;

const CLIENT = 'x-nf-client-connection-ip';
const FUNCTIONS = path.resolve(import.meta.dirname, '../functions');

const patternsOf = (paths: string | readonly string[] = []): URLPattern[] =>
  [paths].flat().map((pathname) => new URLPattern({ pathname }));

/** Every function with the addresses from its `config`, or with the one that Netlify gives it. */
export const loadRoutes = async (importModule: ImportModule = (file) => import(file)) => {
  const names = (await readdir(FUNCTIONS)).filter((name) => name.endsWith('.ts'));
  const load = async (file: string) => {
    const { default: answer, config } = await importModule(path.join(FUNCTIONS, file));
    const name = path.basename(file, '.ts');
    const paths = [config.path ?? `/.netlify/functions/${name}`].flat();
    const claimed = patternsOf(paths);
    const excluded = patternsOf(config.excludedPath);
    const claims = (url: string): boolean =>
      claimed.some((pattern) => pattern.test(url)) &&
      !excluded.some((pattern) => pattern.test(url));
    /** Like Netlify, gives the function the parameters of its path. */
    const handle: Handler = (request, waitUntil = () => {}) => {
      const groups = claimed.map((pattern) => pattern.exec(request.url)?.pathname.groups);
      const params = Object.entries(groups.find(Boolean) ?? {});
      return answer(request, {
        waitUntil,
        params: Object.fromEntries(params.map(([key, value]) => [key, value ?? ''])),
      });
    };
    return { name, paths, claims, handle, config };
  };
  return Promise.all(names.map(load));
};

/** The function that a request's address and method belong to. */
type FoundFunction = {
  /** Whether a file of the site at this address takes precedence. */
  readonly preferStatic: boolean;
  readonly call: () => Promise<Response>;
};
export type FindFunction = (
  request: Request,
  remoteAddress: string,
) => Promise<FoundFunction | undefined>;

type Routes = Awaited<ReturnType<typeof loadRoutes>>;

/**
 * Runs the functions in this process, for `npm run dev` and the browser tests. Netlify's emulator takes a worker and a
 * third of a second for each call. The tests of `npm start` check that it serves the same.
 */
export const functionsInProcess =
  (routes: () => Promise<Routes>): FindFunction =>
  async (request, remoteAddress) => {
    const route = (await routes()).find(
      ({ claims, config: { method = request.method } }) =>
        claims(request.url) && [method].flat().includes(request.method),
    );
    if (!route) return undefined;
    // A test may claim another address.
    if (!request.headers.has(CLIENT)) request.headers.set(CLIENT, remoteAddress);
    return {
      preferStatic: route.config.preferStatic === true,
      call: () => route.handle(request),
    };
  };
