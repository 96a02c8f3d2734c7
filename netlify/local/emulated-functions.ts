import path from 'node:path';
import {
  type FileWatchSubscriptionHandle,
  FileWatcher,
  Reactive,
  mockLocation,
  shouldBase64Encode,
} from '@netlify/dev-utils';
import { FunctionsHandler } from '@netlify/functions-dev';
import { readPackedMails } from '../../src/content/mails.ts';
import { bundleFunctions } from '../build/bundle.ts';
import { readPages } from '../build/deploy.ts';
import type { FindFunction } from './routes.ts';

/** With a watcher, the emulator builds each function once instead of before every call. Nothing changes here. */
class StillWatcher extends FileWatcher {
  override subscribe(): FileWatchSubscriptionHandle {
    return { add: () => {}, unwatch: () => {}, unsubscribe: () => {} };
  }
}

/**
 * Reads the whole answer of the worker before passing it on. Otherwise a browser that disconnects would cancel the
 * worker's stream, and closing that stream afterwards ends the process.
 */
const settled = async (response: Response): Promise<Response> =>
  new Response(response.body && (await response.arrayBuffer()), response);

/**
 * Encodes a body of a binary type in base64. The emulator reads every body as text, and marks those of binary types
 * as base64 for the function, as Netlify does.
 */
const readable = async (request: Request): Promise<Request> => {
  if (!request.body || !shouldBase64Encode(request.headers.get('content-type') ?? ''))
    return request;
  const body = Buffer.from(await request.arrayBuffer()).toString('base64');
  return new Request(request.url, { method: request.method, headers: request.headers, body });
};

/** Serves the functions in Netlify's own emulator, one worker per call. They are bundled as for a deploy. */
export const emulateFunctions = async (root: string, directory: string): Promise<FindFunction> => {
  const bundled = path.join(directory, 'functions');
  await bundleFunctions(root, bundled, {
    ...(await readPages(root)),
    mails: await readPackedMails(root),
  });
  const emulator = new FunctionsHandler({
    config: new Reactive({ functions: { '*': { node_bundler: 'none' } } }),
    destPath: path.join(directory, 'calls'),
    fileWatcher: new StillWatcher(),
    geolocation: mockLocation,
    projectRoot: root,
    settings: {},
    userFunctionsPath: bundled,
  });
  return async (request, remoteAddress) => {
    // As on Netlify. The emulator takes the caller's address from it.
    request.headers.set('x-forwarded-for', remoteAddress);
    // Without a folder of its own, a call uses the function as it was built.
    const match = await emulator.match(request, '');
    return (
      match && {
        preferStatic: match.preferStatic,
        call: async () => settled(await match.handle(await readable(request))),
      }
    );
  };
};
