import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Config, Context } from '@netlify/functions';

export type Handler = (request: Request) => Promise<Response>;
type FunctionModule = {
  default: (request: Request, context: Pick<Context, 'params'>) => Promise<Response>;
  config: Config;
};

export const FUNCTIONS = path.resolve(import.meta.dirname, '../../netlify/functions');

const patternsOf = (paths: string | readonly string[] = []): URLPattern[] =>
  [paths].flat().map((pathname) => new URLPattern({ pathname }));

/** Every function with the addresses that its own `config` claims, or that Netlify gives it. */
export const loadRoutes = async () => {
  const names = (await readdir(FUNCTIONS)).filter((name) => name.endsWith('.ts'));
  const load = async (file: string) => {
    const module: FunctionModule = await import(path.join(FUNCTIONS, file));
    const { default: answer, config } = module;
    const name = file.replace(/\.ts$/, '');
    const paths = [config.path ?? `/.netlify/functions/${name}`].flat();
    const claimed = patternsOf(paths);
    const excluded = patternsOf(config.excludedPath);
    const claims = (url: string): boolean =>
      claimed.some((pattern) => pattern.test(url)) &&
      !excluded.some((pattern) => pattern.test(url));
    /** Netlify says what the path of the function names. */
    const handle: Handler = (request) => {
      const groups = claimed.map((pattern) => pattern.exec(request.url)?.pathname.groups);
      const params = Object.entries(groups.find(Boolean) ?? {});
      return answer(request, {
        params: Object.fromEntries(params.map(([key, value]) => [key, value ?? ''])),
      });
    };
    return { name, paths, claims, handle, config };
  };
  return Promise.all(names.map(load));
};

/** The functions as one handler. They read the environment when they are first called. */
export const loadFunctions = async (): Promise<Handler> => {
  const routes = await loadRoutes();
  return async (request) => {
    const route = routes.find(({ claims }) => claims(request.url));
    return route ? route.handle(request) : new Response('no such function', { status: 404 });
  };
};
