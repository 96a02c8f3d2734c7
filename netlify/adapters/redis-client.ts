import { type Pipeline, Redis } from '@upstash/redis';
import { orUnavailable } from '../domain/unavailable.ts';

/** One budget for a call and its retry: Stripe's webhook is to be answered well under 2 s. */
const TIMEOUT_IN_MS = 1500;

type RedisOptions = { readonly url: string; readonly token: string };

export type RedisClient = {
  readonly redis: Redis;
  /** Answers one command. Those that are given in the same tick travel in one request. */
  readonly send: <T>(command: (pipeline: Pipeline) => unknown) => Promise<T>;
  /** Passes on what Redis answers, and `Unavailable` in place of its errors. */
  readonly reached: <T>(call: Promise<T>) => Promise<T>;
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

export const createRedisClient = ({ url, token }: RedisOptions): RedisClient => {
  const redis = new Redis({
    url,
    token,
    automaticDeserialization: false,
    enableTelemetry: false,
    enableAutoPipelining: false,
    retry: { retries: 1, backoff: () => 100 },
    // As a function, since a plain signal makes the client answer "Aborted" as if it were a value.
    signal: () => AbortSignal.timeout(TIMEOUT_IN_MS),
  });
  return {
    redis,
    send: createSend(redis),
    // An UpstashError quotes the whole command, so nothing of it goes on but its name.
    reached: (call) => orUnavailable('orders', call),
  };
};
