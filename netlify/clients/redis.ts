import { type Pipeline, Redis } from '@upstash/redis';
import * as z from 'zod/mini';
import { type Failure, countAsked, keepFailuresBy } from '../current-request.ts';
import { getEnv, ordersContext } from '../env.ts';
import { orUnavailable } from './unavailable.ts';

/** One budget for a call and its retry: Stripe's webhook is to be answered well under 2 s. */
const TIMEOUT_IN_MS = 1500;

type RedisOptions = {
  readonly url: string;
  readonly token: string;
  readonly timeoutInMs?: number;
};

export type RedisClient = {
  readonly redis: Redis;
  /** Answers one command. Those that are given in the same tick travel in one request. */
  readonly send: <T>(command: (pipeline: Pipeline) => unknown) => Promise<T>;
  /** Passes on what Redis answers, and `Unavailable` in place of its errors. */
  readonly reached: <T>(call: Promise<T>) => Promise<T>;
  /** A hash as an object, empty for none. Those that are read in the same tick are one request. */
  readonly readHash: (key: string) => Promise<Readonly<Record<string, string>>>;
};

/** Redis answers a hash as field, value, field, value ... */
const flatHash = z.array(z.string());

const hashFrom = (answer: unknown): Record<string, string> => {
  const flat = flatHash.parse(answer ?? []);
  return Object.fromEntries(
    flat.flatMap((field, i) => (i % 2 === 0 ? [[field, flat[i + 1] ?? '']] : [])),
  );
};

type Answer = { readonly result?: unknown; readonly error?: string | undefined };
type Batch = { readonly pipeline: Pipeline; readonly answers: Promise<readonly Answer[]> };

/** Not the SDK's auto-pipelining: that sends reads and writes apart, and HGETALL always alone. */
const createSend = (redis: Redis): RedisClient['send'] => {
  let open: Batch | undefined;

  const openBatch = (): Batch => {
    const pipeline = redis.pipeline();
    const answers = Promise.resolve().then(() => {
      open = undefined;
      return pipeline.exec<unknown[]>({ keepErrors: true });
    });
    return { pipeline, answers };
  };

  return async <T>(command: (pipeline: Pipeline) => unknown): Promise<T> => {
    const { pipeline, answers } = (open ??= openBatch());
    const position = pipeline.length();
    command(pipeline);
    const answer = (await answers)[position];
    if (!answer || answer.error) throw new Error('command refused');
    return answer.result as T;
  };
};

// An UpstashError quotes the whole command, so nothing of it goes on but its name.
const reached: RedisClient['reached'] = (call) => orUnavailable('orders', call);

/** Why a token is refused, by the SDK's message, which holds what was sent; null for what else went wrong. */
export const refusalOf = (error: unknown): 'read-only' | 'unknown' | null => {
  const message = error instanceof Error ? error.message : '';
  if (/NOPERM/.test(message)) return 'read-only';
  return /WRONGPASS|unauthorized/i.test(message) ? 'unknown' : null;
};

export const createRedisClient = ({
  url,
  token,
  timeoutInMs = TIMEOUT_IN_MS,
}: RedisOptions): RedisClient => {
  const redis = new Redis({
    url,
    token,
    automaticDeserialization: false,
    // The SDK's own default from 1.40 on: base64 costs a page of orders a quarter of its time.
    responseEncoding: false,
    enableTelemetry: false,
    enableAutoPipelining: false,
    retry: { retries: 1, backoff: () => 100 },
    // As a function, since a plain signal makes the client answer "Aborted" as if it were a value. It is called
    // once for each request.
    signal: () => {
      countAsked('redis');
      return AbortSignal.timeout(timeoutInMs);
    },
  });
  const send = createSend(redis);
  return {
    redis,
    send,
    reached,
    readHash: async (key) => hashFrom(await reached(send((pipeline) => pipeline.hgetall(key)))),
  };
};

let shopClient: RedisClient | undefined;

/** The one database of this process, opened at first use. */
export const redisClient = (): RedisClient => {
  if (shopClient) return shopClient;
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = getEnv();
  keepFailuresBy(noteFailure);
  return openRedis({ url, token });
};

/** For a command of the owner's, whose database is not in the environment as functions have it. */
export const openRedis = (options: RedisOptions): RedisClient =>
  (shopClient = createRedisClient(options));

/** More failures than anybody reads. */
const FAILURES_KEPT = 100;

/** Where the last requests that met an error are kept, newest first. */
export const failuresKey = (context: string): string => `failures:${context}`;

/** Never rejects: a note that is lost matters less than what it is about. */
const noteFailure = async (failure: Failure): Promise<void> => {
  const { send } = redisClient();
  const key = failuresKey(ordersContext());
  const noted = [
    send((pipeline) => pipeline.lpush(key, JSON.stringify(failure))),
    send((pipeline) => pipeline.ltrim(key, 0, FAILURES_KEPT - 1)),
  ];
  await Promise.allSettled(noted);
};
