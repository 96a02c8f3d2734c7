import { setTimeout as pause } from 'node:timers/promises';
import { type Store, getStore } from '@netlify/blobs';
import { countCall } from './current-request.ts';
import { deployContext } from './context.ts';
import { Unavailable } from './unavailable.ts';

/** All in milliseconds. */
type BlobsTimes = {
  /** Of a record or a list, with its retry. */
  readonly read: number;
  /** Of a whole guide. */
  readonly file: number;
  readonly write: number;
  readonly beforeRetry: number;
};

const TIMES: BlobsTimes = { read: 5000, file: 20_000, write: 30_000, beforeRetry: 100 };

const unavailable = (reason: string): Unavailable => new Unavailable('guides', reason);

/** A message may hold an address or a key, but a code or a name does not. */
const blobsErrorReason = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  if (error.cause instanceof Error) return blobsErrorReason(error.cause);
  if ('status' in error) return `status ${String(error.status)}`;
  return 'code' in error ? String(error.code) : error.name;
};

type Fetch = typeof globalThis.fetch;

const ask = async (...[url, init]: Parameters<Fetch>): Promise<Response> => {
  countCall('blobs');
  const response = await fetch(url, init);
  if (response.status !== 429 && response.status < 500) return response;
  await response.body?.cancel();
  throw unavailable(`status ${response.status}`);
};

/** The site, if the environment does not name it. */
type Site = { readonly siteID: string; readonly token: string };

type Options = {
  readonly times?: BlobsTimes;
  readonly site?: Site;
  /** A name of `deployContext`: the deploys of a site share its stores, and none may change another's guides. */
  readonly context?: string;
};

let options: Options = {};

/** Opens another site's store, for an owner's command. */
export const setBlobsOptions = (given: Options): void => {
  options = given;
};

/**
 * Uses a store by Netlify's client, with a limit to every wait. By itself it has no timeout, and retries five times, five
 * seconds apart. Throws `Unavailable`. A read that fails before its first byte is tried once more.
 */
export const callBlobs = async <T>(
  storeName: 'guides' | 'uploads',
  kind: 'read' | 'file' | 'write',
  use: (store: Store) => Promise<T>,
): Promise<T> => {
  const { times = TIMES, site, context = deployContext() } = options;
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(unavailable('timeout')), times[kind]);
  const failed = Promise.withResolvers<never>();

  const bounded: Fetch = async (url, init) => {
    const once = () => ask(url, { ...init, signal: deadline.signal });
    const again = async (error: unknown): Promise<Response> => {
      if (kind === 'write' || deadline.signal.aborted) throw error;
      await pause(times.beforeRetry);
      return once();
    };
    return once()
      .catch(again)
      .catch((error: unknown) => {
        failed.reject(error);
        // The client must not see the failure, or it would begin its own retries.
        return new Promise<never>(() => {});
      });
  };

  try {
    // Strong, so that a guide that was just replaced is not served from an older copy.
    const name = `${storeName}-${context}`;
    const store = getStore({ name, consistency: 'strong', fetch: bounded, ...site });
    return await Promise.race([use(store), failed.promise]);
  } catch (error) {
    throw error instanceof Unavailable ? error : unavailable(blobsErrorReason(error));
  } finally {
    clearTimeout(timer);
  }
};
