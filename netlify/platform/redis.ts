import { type Pipeline, Redis } from '@upstash/redis';
import * as z from 'zod/mini';
import { countCall } from './current-request.ts';
import { getEnv } from './env.ts';
import { ordersContext } from './context.ts';
import { orUnavailable } from './unavailable.ts';

/** For a request and its retry. Stripe's webhook needs a response in well under 2 s. */
const TIMEOUT_IN_MS = 1500;

type RedisOptions = {
  readonly url: string;
  readonly token: string;
  readonly timeoutInMs?: number;
};

type Send = <T>(addCommand: (pipeline: Pipeline) => unknown) => Promise<T>;

type CommandReply = { readonly result?: unknown; readonly error?: string | undefined };
type Batch = { readonly pipeline: Pipeline; readonly replies: Promise<readonly CommandReply[]> };

/**
 * Sends all commands from one tick in one request. The SDK's auto-pipelining would separate reads
 * from writes, and would always send HGETALL separately.
 */
const createSend = (redis: Redis): Send => {
  let openBatch: Batch | undefined;

  const startBatch = (): Batch => {
    const pipeline = redis.pipeline();
    const replies = Promise.resolve().then(() => {
      openBatch = undefined;
      return pipeline.exec<unknown[]>({ keepErrors: true });
    });
    return { pipeline, replies };
  };

  return async <T>(addCommand: (pipeline: Pipeline) => unknown): Promise<T> => {
    openBatch ??= startBatch();
    const { pipeline, replies } = openBatch;
    const position = pipeline.length();
    addCommand(pipeline);
    const reply = (await replies)[position];
    if (!reply || reply.error) throw new Error(reply?.error ?? 'no reply');
    return reply.result as T;
  };
};

export const createRedisClient = ({ url, token, timeoutInMs = TIMEOUT_IN_MS }: RedisOptions) => {
  const redis = new Redis({
    url,
    token,
    automaticDeserialization: false,
    // This is the SDK's default since version 1.40. Base64 makes a page of orders a quarter slower.
    responseEncoding: false,
    enableTelemetry: false,
    enableAutoPipelining: false,
    retry: { retries: 1, backoff: () => 100 },
    // A function, which the client calls once for each request. With a plain signal, the client
    // would return "Aborted" as if it were a value.
    signal: () => {
      countCall('redis');
      return AbortSignal.timeout(timeoutInMs);
    },
  });
  return { redis, send: createSend(redis) };
};

let sharedClient: ReturnType<typeof createRedisClient> | undefined;

/** Only for the owner's commands, whose database is not in the environment. */
export const setRedisConnection = (options: RedisOptions): void => {
  sharedClient = createRedisClient(options);
};

const getClient = () => {
  if (!sharedClient) {
    const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = getEnv();
    sharedClient = createRedisClient({ url, token });
  }
  return sharedClient;
};

let context: string | undefined;

/** Only for the owner's commands. */
export const setOrdersContext = (name: string): void => {
  context = name;
};

/**
 * Includes the orders' context, because deploys and Stripe's modes share one database.
 * @example redisKey('job', 'receipt:cs_live_a1b2') // "job:production-live:receipt:cs_live_a1b2"
 */
export const redisKey = (name: string, ...more: string[]): string => {
  context ??= ordersContext();
  return [name, context, ...more].join(':');
};

/** The owner can fix these causes (`findKnownError`). The rest of a message quotes the command. */
const KNOWN_CAUSE = /max (?:daily )?requests? limit|NOPERM|WRONGPASS|unauthorized/i;

const redisErrorReason = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  const [message = ''] = error.message.split(', command was: ');
  return KNOWN_CAUSE.exec(message)?.[0] ?? error.name;
};

/**
 * Commands from the same tick share one request. Throws `Unavailable` instead of an UpstashError,
 * which quotes the whole command.
 * @example await callRedis<string | null>((pipeline) => pipeline.get(key))
 */
export const callRedis: Send = (addCommand) =>
  orUnavailable('orders', getClient().send(addCommand), redisErrorReason);

/** Like `callRedis`, for a Lua script, which Redis runs atomically. */
export const runScript = <T = unknown>(
  script: string,
  keys: string[],
  args: readonly (string | number)[],
): Promise<T> => callRedis((pipeline) => pipeline.eval(script, keys, args.map(String)));

/** Upstash returns a hash as a list: field, value, field, value ... */
const flatHash = z.array(z.string());

export const readHash = async (key: string): Promise<Readonly<Record<string, string>>> => {
  const reply = await callRedis((pipeline) => pipeline.hgetall(key));
  const flat = flatHash.parse(reply ?? []);
  const entries: [string, string][] = [];
  for (let i = 0; i < flat.length; i += 2) entries.push([flat[i] ?? '', flat[i + 1] ?? '']);
  return Object.fromEntries(entries);
};

const KEYS_PER_SCAN = 200;

/** Yields the keys that start with `prefix`, page by page. SCAN may return a key twice. */
export async function* scanKeys(prefix: string): AsyncGenerator<readonly string[]> {
  let cursor = '0';
  do {
    const from = cursor;
    const [nextCursor, keys] = await callRedis<[nextCursor: string, keys: string[]]>((pipeline) =>
      pipeline.scan(from, { match: `${prefix}*`, count: KEYS_PER_SCAN }),
    );
    yield keys;
    cursor = nextCursor;
  } while (cursor !== '0');
}
