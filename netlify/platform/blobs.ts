import { setTimeout as wait } from 'node:timers/promises';
import { type Store, getStore } from '@netlify/blobs';
import { countCall } from './current-request.ts';
import { deployContext } from './context.ts';
import { Unavailable } from './unavailable.ts';

type BlobsTimesInMs = {
  /** For reading a record or a list, including the retry. */
  readonly read: number;
  /** For reading a guide or a part of an upload, including the retry. */
  readonly file: number;
  readonly write: number;
  readonly beforeRetry: number;
};

const TIMES_IN_MS: BlobsTimesInMs = { read: 5000, file: 20_000, write: 30_000, beforeRetry: 100 };

const unavailable = (reason: string): Unavailable => new Unavailable('guides', reason);

/** Never returns an error's message, which may contain a URL or a key. */
const blobsErrorReason = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  if (error.cause instanceof Error) return blobsErrorReason(error.cause);
  if ('status' in error) return `status ${String(error.status)}`;
  return 'code' in error ? String(error.code) : error.name;
};

type Fetch = typeof globalThis.fetch;

const fetchOnce: Fetch = async (url, init) => {
  countCall('blobs');
  const response = await fetch(url, init);
  const shouldRetry = response.status === 429 || response.status >= 500;
  if (!shouldRetry) return response;
  await response.body?.cancel();
  throw unavailable(`status ${response.status}`);
};

type Site = { readonly siteID: string; readonly token: string };

type BlobsOptions = {
  readonly times?: BlobsTimesInMs;
  readonly site?: Site;
  /** See `deployContext`. All deploys of a site share its stores. */
  readonly context?: string;
};

let options: BlobsOptions = {};

/** Only for the owner's commands. */
export const setBlobsOptions = (newOptions: BlobsOptions): void => {
  options = newOptions;
};

/**
 * Netlify's client has no timeout and retries five times, five seconds apart. This function instead
 * limits the time for the whole call, and retries a failed request once, unless it is a write.
 * Throws `Unavailable`.
 */
export const callBlobs = async <T>(
  storeName: 'guides' | 'uploads',
  kind: 'read' | 'file' | 'write',
  use: (store: Store) => Promise<T>,
): Promise<T> => {
  const { times = TIMES_IN_MS, site, context = deployContext() } = options;
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(unavailable('timeout')), times[kind]);
  const failed = Promise.withResolvers<never>();

  const fetchWithRetry: Fetch = async (url, init) => {
    const boundedInit = { ...init, signal: deadline.signal };
    try {
      return await fetchOnce(url, boundedInit);
    } catch (error) {
      if (kind === 'write' || deadline.signal.aborted) throw error;
    }
    await wait(times.beforeRetry);
    return fetchOnce(url, boundedInit);
  };

  const boundedFetch: Fetch = async (url, init) => {
    try {
      return await fetchWithRetry(url, init);
    } catch (error) {
      failed.reject(error);
      // The client must not see the failure, or it would start its own retries.
      return new Promise<never>(() => {});
    }
  };

  try {
    const store = getStore({
      name: `${storeName}-${context}`,
      // Eventual consistency could serve a guide that was just replaced.
      consistency: 'strong',
      fetch: boundedFetch,
      ...site,
    });
    return await Promise.race([use(store), failed.promise]);
  } catch (error) {
    throw error instanceof Unavailable ? error : unavailable(blobsErrorReason(error));
  } finally {
    clearTimeout(timer);
  }
};
