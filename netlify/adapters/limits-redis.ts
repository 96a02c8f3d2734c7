import type { Counter } from '../domain/limits.ts';
import type { RedisClient } from './redis-client.ts';

/** One command, so that nothing comes between a client's count and the total. */
const SCRIPT = `
local function within(key, most)
  local calls = redis.call('INCR', key)
  if calls == 1 then redis.call('EXPIRE', key, ARGV[1]) end
  return calls <= tonumber(most)
end
if within(KEYS[1], ARGV[2]) and within(KEYS[2], ARGV[3]) then return 1 end
return 0
`;

type LimitsOptions = Pick<RedisClient, 'send' | 'reached'> & {
  /** The deploy context: a preview must not use up the live shop's limits. */
  readonly context: string;
};

/**
 * Calls of all instances, in windows that do not slide: up to two limits may pass around the turn of
 * one. The keys end with their window.
 *
 *     limit:{context}:{route}:{client}:{window}
 *     limit:{context}:{route}:total:{window}
 */
export const createSharedCounter =
  ({ send, reached, context }: LimitsOptions): Counter<Promise<boolean>> =>
  async ({ route, client, window, limit }) => {
    const keys = [client, 'total'].map((who) => `limit:${context}:${route}:${who}:${window}`);
    const { windowInSeconds, perClient, total } = limit;
    const args = [windowInSeconds, perClient, total].map(String);
    return (await reached(send<number>((pipeline) => pipeline.eval(SCRIPT, keys, args)))) === 1;
  };
