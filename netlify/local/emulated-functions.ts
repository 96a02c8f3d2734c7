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

/** Given a watcher, the emulator builds each function once, and not before every call: nothing changes here. */
class StillWatcher extends FileWatcher {
  override subscribe(): FileWatchSubscriptionHandle {
    return { add: () => {}, unwatch: () => {}, unsubscribe: () => {} };
  }
}
/** A folder of its own would have it built for the call. */
const AS_BUILT = '';

/**
 * Takes the whole answer off the worker before passing it on. A browser that goes away in the middle
 * would otherwise cancel the worker's stream, and that stream's late close ends the process.
 */
const settled = async (response: Response): Promise<Response> =>
  new Response(response.body && (await response.arrayBuffer()), response);

/**
 * The emulator reads every body as text, and then tells the function that those of binary types are in
 * base64, as they are on Netlify. So that is what it has to read.
 */
const readable = async (request: Request): Promise<Request> => {
  if (!request.body || !shouldBase64Encode(request.headers.get('content-type') ?? ''))
    return request;
  const body = Buffer.from(await request.arrayBuffer()).toString('base64');
  return new Request(request.url, { method: request.method, headers: request.headers, body });
};

/** Netlify's own emulator of functions, a worker for each call; they are bundled as they are deployed. */
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
    // As Netlify's edge does. The emulator tells functions who is calling from it.
    request.headers.set('x-forwarded-for', remoteAddress);
    const match = await emulator.match(request, AS_BUILT);
    return (
      match && {
        preferStatic: match.preferStatic,
        call: async () => settled(await match.handle(await readable(request))),
      }
    );
  };
};
