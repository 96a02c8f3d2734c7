import path from 'node:path';
import { readNetlifyRules } from './netlify-rules.ts';
import { type Routes, findFunction } from './routes.ts';
import { createStaticFiles } from './static-files.ts';

/**
 * Returns the request handler of a shop: its functions, and the site built in `directory`, with the
 * headers from netlify.toml in `root`. Tries functions and files in the same order as Netlify.
 */
export const openShop = async (root: string, routes: Routes, directory = root) => {
  const rules = await readNetlifyRules(root);
  const files = createStaticFiles(path.join(directory, 'dist'), rules);

  return async (request: Request, remoteAddress: string): Promise<Response> => {
    request.headers.set('x-nf-request-id', crypto.randomUUID());
    const found = findFunction(routes, request);
    if (found && !found.preferStatic) return found.call(request, remoteAddress);

    const fileResponse = await files.find(request);
    if (fileResponse) return fileResponse;
    return found ? found.call(request, remoteAddress) : files.notFound(request);
  };
};
