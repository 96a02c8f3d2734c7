import { type DownloadNote, KEPT_TIMES } from './download-facts.ts';
import { runScript } from '../clients/redis.ts';
import { orderKeys } from '../orders/redis-keys.ts';

/** Counts a window that is not among the last ones; nothing of an order whose buyer is forgotten. The value's form is that of download-facts.ts. */
const NOTE = `
local order, name, window, at, kept = KEYS[1], ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
if redis.call('HGET', order, 'buyer') == '-' then return 0 end
local known = redis.call('HGET', order, name) or ''
if string.find(known, ' ' .. window .. ':', 1, true) then return 0 end
local count, first, recent = string.match(known, '^(%d+) (%d+) (.*)$')
local times = {}
for time in string.gmatch(recent or '', '%S+') do times[#times + 1] = time end
times[#times + 1] = window .. ':' .. at
local last = table.concat(times, ' ', math.max(1, #times - kept + 1))
redis.call('HSET', order, name, string.format('%d %s %s', (count or 0) + 1, first or at, last))
return 1
`;

/** Counts a download among the order's facts. `at` is Unix time in seconds. */
export const noteDownload = async (
  sessionId: string,
  { name, window }: DownloadNote,
  at: number,
): Promise<void> => {
  await runScript(NOTE, [orderKeys().order(sessionId)], [name, window, at, KEPT_TIMES]);
};
