import { deployContext } from '../platform/context.ts';
import { now } from '../platform/clock.ts';
import { runScript } from '../platform/redis.ts';
import { LIMITS, type Limit, type LimitName, refuse } from './limits.ts';
import { logError } from './log.ts';

/** One command, so that calls cannot interleave. Returns the first limit that is exceeded, counted from 1, or 0. */
const SCRIPT = `
for i, key in ipairs(KEYS) do
  local calls = redis.call('INCR', key)
  if calls == 1 then redis.call('EXPIRE', key, ARGV[2 * i]) end
  if calls > tonumber(ARGV[2 * i - 1]) then return i end
end
return 0
`;

/**
 * Counts a call in Redis, over all instances. Throws 429 with Retry-After. Windows do not slide, so around the turn of
 * a window up to twice the limit may pass. Without Redis, guesses of the password are refused and all else is allowed,
 * since an outage must not stop a parent who pays or has paid.
 *
 *     limit:{context}:{name}:{who}:{window}
 */
export const limitShared = async (
  name: Exclude<LimitName, 'flood'>,
  who: string,
): Promise<void> => {
  const at = now();
  const limits: readonly Limit[] = LIMITS[name];
  const keys = limits.map(
    ({ windowInSeconds }) =>
      `limit:${deployContext()}:${name}:${who}:${Math.floor(at / windowInSeconds)}`,
  );
  const args = limits.flatMap(({ most, windowInSeconds }) => [most, windowInSeconds]);
  const exceeded = await runScript<number>(SCRIPT, keys, args).catch((error: unknown) => {
    if (name === 'login') throw error;
    logError(error);
    return 0;
  });
  const limit = limits[exceeded - 1];
  if (limit) refuse(name, limit, at);
};
