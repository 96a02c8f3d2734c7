import { runScript } from '../clients/redis.ts';
import { orderKeys } from '../orders/redis-keys.ts';
import type { DownloadNote } from './download-facts.ts';

/** Counts a window that is newer than the last one; nothing for a forgotten buyer. download-facts.ts reads the value. */
const NOTE = `
local order, name, window, at = KEYS[1], unpack(ARGV)
if redis.call('HGET', order, 'buyer') == '-' then return 0 end
local known = redis.call('HGET', order, name) or ''
local count, first, last = string.match(known, '^(%d+) (%d+) .-(%d+):%d+$')
if last and tonumber(window) <= tonumber(last) then return 0 end
redis.call('HSET', order, name, string.format('%d %s %s:%s', (count or 0) + 1, first or at, window, at))
return 1
`;

/** Counts a download among the order's facts. `at` is Unix time in seconds. */
export const noteDownload = (
  sessionId: string,
  { name, window }: DownloadNote,
  at: number,
): Promise<unknown> => runScript(NOTE, [orderKeys().order(sessionId)], [name, window, at]);
