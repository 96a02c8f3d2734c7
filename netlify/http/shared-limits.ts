import { deployContext } from '../platform/context.ts';
import { now } from '../platform/clock.ts';
import { runScript } from '../platform/redis.ts';
import { LIMITS, type Limit, type LimitName, refuseOverLimit } from './limits.ts';
import { logError } from './log.ts';

/**
 * Counts a call in one window of each limit. Calls cannot interleave, since Redis runs a script as
 * one command. KEYS are the counters. ARGV has two values for each of them: the most calls, and the
 * window in seconds. Returns the position of the first exceeded limit, from 1, or 0.
 */
const COUNT_CALL = `
for i, key in ipairs(KEYS) do
  local calls = redis.call('INCR', key)
  if calls == 1 then redis.call('EXPIRE', key, ARGV[2 * i]) end
  if calls > tonumber(ARGV[2 * i - 1]) then return i end
end
return 0
`;

/**
 * Counts a call in Redis, across all instances. Throws 429 with Retry-After. Windows do not slide,
 * so up to twice the limit may pass around the end of a window. If Redis fails, password guesses
 * are refused and everything else is allowed, since an outage must not stop a parent who is paying
 * or has paid.
 *
 *     limit:{context}:{name}:{caller}:{window}
 */
export const limitShared = async (
  name: Exclude<LimitName, 'flood'>,
  caller: string,
): Promise<void> => {
  const at = now();
  const limits: readonly Limit[] = LIMITS[name];
  const keys = limits.map(
    ({ windowInSeconds }) =>
      `limit:${deployContext()}:${name}:${caller}:${Math.floor(at / windowInSeconds)}`,
  );
  const args = limits.flatMap(({ most, windowInSeconds }) => [most, windowInSeconds]);
  let exceeded: number;
  try {
    exceeded = await runScript<number>(COUNT_CALL, keys, args);
  } catch (error) {
    if (name === 'login') throw error;
    logError(error);
    return;
  }
  const limit = limits[exceeded - 1];
  if (limit) refuseOverLimit(name, limit, at);
};
