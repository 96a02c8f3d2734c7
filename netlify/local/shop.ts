import path from 'node:path';
import { openFiles, readRules } from './files.ts';
import { type Routes, findFunction } from './routes.ts';

/** The site that was built in `directory`, with its functions, in the order in which Netlify looks for an answer. */
export const openShop = async (root: string, routes: Routes, directory = root) => {
  const rules = await readRules(root);
  const files = openFiles(path.join(directory, 'dist'), rules);
  return async (incoming: Request, remoteAddress: string): Promise<Response> => {
    const request = new Request(incoming.url, incoming);
    request.headers.set('x-nf-request-id', crypto.randomUUID()); // as Netlify's edge does
    const found = findFunction(routes, request, remoteAddress);
    if (found && !found.preferStatic) return found.call();
    return (
      (await files.find(request)) ??
      rules.redirectFor(new URL(request.url)) ??
      found?.call() ??
      files.notFound(request)
    );
  };
};
