import { deployContext } from '../platform/context.ts';
import { now } from '../platform/clock.ts';
import { runScript } from '../platform/redis.ts';
import { LIMITS, type Limit, type LimitName, refuseOverLimit } from './limits.ts';
import { logError } from './log.ts';

/** Returns the 1-based position of the first exceeded limit, or 0 if no limit is exceeded. */
const COUNT_CALL = `
local limit_count = #KEYS
for i = 1, limit_count do
  local counter_key = KEYS[i]
  local most = tonumber(ARGV[i])
  local window_in_seconds = ARGV[limit_count + i]
  local calls = redis.call('INCR', counter_key)
  if calls == 1 then redis.call('EXPIRE', counter_key, window_in_seconds) end
  if calls > most then return i end
end
return 0
`;

/**
 * Counts a call in Redis, across all instances. Throws 429 over the limit. Windows are fixed, so up
 * to twice the limit may pass around the end of a window. If Redis fails, all calls except logins
 * are allowed, because an outage must not stop a parent who is paying or has paid.
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
  const args = [
    ...limits.map(({ most }) => most),
    ...limits.map(({ windowInSeconds }) => windowInSeconds),
  ];
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
