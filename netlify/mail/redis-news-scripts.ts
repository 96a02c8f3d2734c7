// Each is one step: nothing comes between what it reads and what it writes, and to send it again does no harm.

/** Once for an edition, whoever asks how often. */
export const BEGIN = `
local told, all, open = KEYS[1], KEYS[2], KEYS[3]
local edition, now = ARGV[1], ARGV[2]
if redis.call('HSETNX', told, 'begun', now) == 0 then return 0 end
redis.call('HSET', told, 'product', ARGV[3], 'since', ARGV[4], 'changes', ARGV[5], 'from', '-')
redis.call('ZADD', all, now, edition)
redis.call('ZADD', open, now, edition)
return 1
`;

/** A step that was taken already would bring back who was told in the meantime. */
export const GATHER = `
local told, queue = KEYS[1], KEYS[2]
if redis.call('HGET', told, 'from') ~= ARGV[1] then return 0 end
for at = 4, #ARGV do redis.call('ZADD', queue, 'NX', ARGV[3], ARGV[at]) end
if ARGV[2] ~= '' then
  redis.call('HSET', told, 'from', ARGV[2])
else
  redis.call('HDEL', told, 'from')
  redis.call('HSET', told, 'buyers', string.format('%d', redis.call('ZCARD', queue)))
end
return 1
`;

/** Counts it once, however often this is sent. */
export const END = `
local told, queue, tried = KEYS[1], KEYS[2], KEYS[3]
if redis.call('ZREM', queue, ARGV[1]) == 1 then redis.call('HINCRBY', told, ARGV[2], 1) end
redis.call('HDEL', tried, ARGV[1])
if ARGV[2] == 'sent' then redis.call('HDEL', told, 'paused') end
return 1
`;

export const FINISH = `
local told, queue, open = KEYS[1], KEYS[2], KEYS[3]
if redis.call('HEXISTS', told, 'from') == 1 or redis.call('ZCARD', queue) > 0 then return 0 end
redis.call('HSET', told, 'done', ARGV[2])
redis.call('HDEL', told, 'paused')
redis.call('ZREM', open, ARGV[1])
return 1
`;

/** What was begun and is not done is stopped, or goes on. */
export const SET_OPEN = `
local told, open = KEYS[1], KEYS[2]
local edition, now, is_open = ARGV[1], ARGV[2], ARGV[3]
if redis.call('HEXISTS', told, 'begun') == 0 or redis.call('HEXISTS', told, 'done') == 1 then return 0 end
if is_open == 'yes' then
  redis.call('HDEL', told, 'stopped')
  redis.call('ZADD', open, 'NX', now, edition)
else
  redis.call('HSET', told, 'stopped', now)
  redis.call('ZREM', open, edition)
end
return 1
`;
