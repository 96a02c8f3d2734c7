import type { Check } from '#contract/health.ts';
import { type RedisClient, refusalOf } from '../../platform/redis.ts';
import { type Finding, check, fault, ok, warning } from './check.ts';

const CONSOLE = 'https://console.upstash.com';
const IF_DOWN = `Compare UPSTASH_REDIS_REST_URL with ${CONSOLE}. If the database is still there, check https://status.upstash.com.`;

/** Longer than a function may run, so that a slow database is reported as slow, not as down. */
export const PATIENCE_IN_MS = 5000;

/** A response needs several calls, one after another. */
const SLOW_FROM_MS = 200;

/** Writes as an order does, in one atomic step, and leaves nothing behind. */
const TRY =
  "redis.call('SET', KEYS[1], ARGV[1]) local read = redis.call('GET', KEYS[1]) redis.call('DEL', KEYS[1]) return read";

const refused = (error: unknown): Finding | null => {
  const refusal = refusalOf(error);
  if (refusal === 'read-only') {
    const next = `Set UPSTASH_REDIS_REST_TOKEN to the token that isn’t read-only, from ${CONSOLE}.`;
    return fault('The token is read-only, so no order would be saved.', next);
  }
  if (refusal === null) return null;
  const next = `Copy the URL and the token of the same database again from ${CONSOLE}.`;
  return fault('The database doesn’t recognize UPSTASH_REDIS_REST_TOKEN.', next);
};

/** The database's eviction policy. Upstash may not reveal it. */
const evictionOf = async ({ redis }: RedisClient): Promise<string | undefined> => {
  const info = await redis.exec<string>(['INFO', 'memory']).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'UpstashError') return '';
    throw error;
  });
  return /maxmemory_policy:(\S+)/.exec(info)?.[1];
};

const TIMED = 3;

/** The shortest response time of a few, in milliseconds. Longer ones reflect other load. */
const timeOf = async ({ redis }: RedisClient): Promise<number> => {
  let least = Infinity;
  for (let time = 0; time < TIMED; time += 1) {
    const startedAt = performance.now();
    await redis.ping();
    least = Math.min(least, Math.round(performance.now() - startedAt));
  }
  return least;
};

const findingOf = (policy: string | undefined, ms: number, isBeside: boolean): Finding => {
  if (policy !== undefined && policy !== 'noeviction') {
    const next = `Turn eviction off: ${CONSOLE}, Configuration, Eviction.`;
    return fault(`When it’s full, it deletes data (${policy}), and orders would be lost.`, next);
  }
  if (isBeside && ms > SLOW_FROM_MS) {
    const next =
      'Create it in the same region as the functions, which Netlify shows in their settings.';
    return warning(`It takes ${ms} ms, several times per request.`, next);
  }
  const drops =
    policy === undefined
      ? 'Check in its console that Eviction is off, so that it never deletes data.'
      : 'It never deletes data when full.';
  return ok(`The shop can read and write. ${drops}`);
};

const look = async (client: RedisClient, isBeside: boolean): Promise<Finding> => {
  const written = String(Date.now());
  if ((await client.redis.eval(TRY, ['health'], [written])) !== written) {
    return fault('This isn’t an Upstash database.', IF_DOWN);
  }
  const [policy, ms] = await Promise.all([evictionOf(client), timeOf(client)]);
  return { ...findingOf(policy, ms, isBeside), ms };
};

/** `isBeside`: called by a function, whose distance to the database is the one that matters. */
export const redisChecks = (
  client: RedisClient,
  { isBeside }: { readonly isBeside: boolean },
): Promise<readonly Check[]> =>
  check('Order database', IF_DOWN, () => look(client, isBeside), refused);
