import { type Pipeline, Redis } from '@upstash/redis';
import * as z from 'zod/mini';
import { countCall } from './current-request.ts';
import { getEnv } from './env.ts';
import { ordersContext } from './context.ts';
import { orUnavailable } from './unavailable.ts';

/** One budget for a call and its retry: Stripe's webhook is to be answered well under 2 s. */
const TIMEOUT_IN_MS = 1500;

type RedisOptions = {
  readonly url: string;
  readonly token: string;
  readonly timeoutInMs?: number;
};

type Send = <T>(command: (pipeline: Pipeline) => unknown) => Promise<T>;

type RedisResult = { readonly result?: unknown; readonly error?: string | undefined };
type Batch = { readonly pipeline: Pipeline; readonly answers: Promise<readonly RedisResult[]> };

/** Not the SDK's auto-pipelining: that sends reads and writes apart, and HGETALL always alone. */
const createSend = (redis: Redis): Send => {
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

export const createRedisClient = ({ url, token, timeoutInMs = TIMEOUT_IN_MS }: RedisOptions) => {
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
      countCall('redis');
      return AbortSignal.timeout(timeoutInMs);
    },
  });
  return { redis, send: createSend(redis) };
};

let shopClient: ReturnType<typeof createRedisClient> | undefined;

/** For an owner's command, whose database is not the one in this process's environment. */
export const setRedisConnection = (options: RedisOptions): void => {
  shopClient = createRedisClient(options);
};

/** The one database of this process, opened at first use. */
const redisClient = () => {
  if (shopClient) return shopClient;
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = getEnv();
  return (shopClient = createRedisClient({ url, token }));
};

let context: string | undefined;

/** For an owner's command: the context whose orders it opens. */
export const setOrdersContext = (name: string): void => {
  context = name;
};

/** A key of this shop. Deploys, and Stripe's modes, share one database. */
export const redisKey = (name: string, ...more: string[]): string =>
  [name, (context ??= ordersContext()), ...more].join(':');

// An UpstashError quotes the whole command, so nothing of it goes on but its name.
const reached = <T>(call: Promise<T>): Promise<T> => orUnavailable('orders', call);

/** Runs one command. Commands of the same tick travel in one request. Throws `Unavailable`. */
export const callRedis: Send = (command) => reached(redisClient().send(command));

/** Runs a Lua script, in which no other command comes between. Scripts of the same tick travel in one request. */
export const runScript = <T = unknown>(
  script: string,
  keys: string[],
  args: readonly (string | number)[],
): Promise<T> => callRedis((pipeline) => pipeline.eval(script, keys, args.map(String)));

/** Redis returns a hash as a list: field, value, field, value ... */
const flatHash = z.array(z.string());

/** A hash as an object; empty for none. */
export const readHash = async (key: string): Promise<Readonly<Record<string, string>>> => {
  const flat = flatHash.parse((await callRedis((pipeline) => pipeline.hgetall(key))) ?? []);
  return Object.fromEntries(
    flat.flatMap((field, i) => (i % 2 === 0 ? [[field, flat[i + 1] ?? '']] : [])),
  );
};
