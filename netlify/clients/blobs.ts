import { setTimeout as pause } from 'node:timers/promises';
import { type Store, getStore } from '@netlify/blobs';
import { countAsked } from '../current-request.ts';
import { deployContext } from '../env.ts';
import { Unavailable } from './unavailable.ts';

/** All in milliseconds. */
type BlobsTimes = {
  /** From the question to the head of the answer, a second try included. */
  readonly start: number;
  /** Between two chunks of a stream. */
  readonly stall: number;
  /** A whole upload. */
  readonly write: number;
  readonly beforeRetry: number;
};

const TIMES: BlobsTimes = { start: 5000, stall: 10_000, write: 30_000, beforeRetry: 100 };

const unavailable = (reason: string): Unavailable => new Unavailable('guides', reason);

/** An address or a key may stand in a message, never in a code or a name. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  if (error.cause instanceof Error) return reasonOf(error.cause);
  if ('status' in error) return `status ${String(error.status)}`;
  return 'code' in error ? String(error.code) : error.name;
};

const asUnavailable = (error: unknown): Unavailable =>
  error instanceof Unavailable ? error : unavailable(reasonOf(error));

type Fetch = typeof globalThis.fetch;

const ask = async (...[url, init]: Parameters<Fetch>): Promise<Response> => {
  countAsked('blobs');
  const response = await fetch(url, init);
  if (response.status !== 429 && response.status < 500) return response;
  await response.body?.cancel();
  throw unavailable(`status ${response.status}`);
};

/** Settles as the promise does, or rejects where that takes too long. */
const within = async <T>(milliseconds: number, promise: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(unavailable('no byte in time')), milliseconds);
  return Promise.race([promise, late.promise]).finally(() => clearTimeout(timer));
};

/** Whose store it is, where that is not in the environment, as it is for functions. */
type Site = { readonly siteID: string; readonly token: string; readonly apiURL?: string };

type Options = {
  readonly times?: BlobsTimes;
  readonly site?: Site;
  /** As `deployContext` names it: all deploys of a site share its stores, and none may change another's guides. */
  readonly context?: string;
};

type BlobsClient = ReturnType<typeof createBlobsClient>;

/**
 * Netlify's client with an end to every wait. By itself it asks five times more where the store fails,
 * five seconds apart, and has no timeout.
 */
const createBlobsClient = ({ times = TIMES, site, context = deployContext() }: Options) => {
  /** Throws `Unavailable`. A read that failed before its first byte is tried once more. */
  const call = async <T>(
    storeName: 'guides' | 'uploads',
    kind: 'read' | 'write',
    use: (store: Store) => Promise<T>,
  ): Promise<T> => {
    const deadline = new AbortController();
    const limit = kind === 'read' ? times.start : times.write;
    const timer = setTimeout(() => deadline.abort(unavailable('timeout')), limit);
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
          // The client must not hear of it, or it would begin its own tries.
          return new Promise<never>(() => {});
        });
    };

    try {
      // Strong, because a guide that was just replaced must not be served from an older copy.
      const name = `${storeName}-${context}`;
      const store = getStore({ name, consistency: 'strong', fetch: bounded, ...site });
      return await Promise.race([use(store), failed.promise]);
    } catch (error) {
      throw asUnavailable(error);
    } finally {
      clearTimeout(timer);
    }
  };

  /**
   * The same bytes, of which only the first are taken before they are asked for: whoever opens a guide may
   * have to wait for something else, and a store that breaks off meanwhile would take them with it. Errors where
   * the store falls silent, breaks off, or has another number of bytes: never a clean end that is none.
   */
  const guarded = (body: ReadableStream<Uint8Array>, size: number): ReadableStream<Uint8Array> => {
    const reader = body.getReader();
    let left = size;
    const next = async () => {
      const chunk = await within(times.stall, reader.read());
      left -= chunk.value?.byteLength ?? 0;
      if (left < 0 || (chunk.done && left > 0)) throw unavailable('another length than it says');
      return chunk;
    };
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          try {
            const { done, value } = await next();
            if (done) controller.close();
            else controller.enqueue(value);
          } catch (error) {
            void reader.cancel().catch(() => {});
            throw asUnavailable(error);
          }
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 1 },
    );
  };

  return { call, guarded };
};

let client: BlobsClient | undefined;

/** Opens the store of a site that is not in the environment, for an owner's command. It is the process's only one. */
export const openBlobs = (options: Options): void => {
  client = createBlobsClient(options);
};

/** The shop's own, opened at first use. */
export const blobsClient = (): BlobsClient => (client ??= createBlobsClient({}));
