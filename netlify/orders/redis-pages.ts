import * as z from 'zod/mini';
import { redisClient } from '../clients/redis.ts';
import { orderKeys } from './redis-keys.ts';

/** From the place of a session, whatever has come before it since. */
const LIST = `
local after, since, size = ARGV[2], ARGV[3], tonumber(ARGV[4])
local rank, range = 'ZRANK', 'ZRANGE'
if ARGV[1] == 'newest first' then rank, range = 'ZREVRANK', 'ZREVRANGE' end
local from = 0
if after ~= '' then
  local place = redis.call(rank, KEYS[1], after)
  if not place then return 'no such place' end
  from = place + 1
elseif since ~= '' then
  from = redis.call('ZCOUNT', KEYS[1], '-inf', '(' .. since)
end
return {redis.call('ZCARD', KEYS[1]), redis.call(range, KEYS[1], from, from + size - 1)}
`;

/** All that began in the seconds that are noted: which of them is meant, whoever asks can tell. */
const FIND = `
local found = {}
for created in string.gmatch(redis.call('HGET', KEYS[1], ARGV[1]) or '', '%d+') do
  for _, session in ipairs(redis.call('ZREVRANGEBYSCORE', KEYS[2], created, created)) do
    found[#found + 1] = session
  end
end
return table.concat(found, ' ')
`;

const listSchema = z.union([
  z.literal('no such place'),
  z.tuple([z.number(), z.array(z.string())]),
]);

const run = (script: string, touched: string[], args: readonly (string | number)[]) => {
  const { reached, send } = redisClient();
  return reached(send((pipeline) => pipeline.eval(script, touched, args.map(String))));
};

/** More orders than anybody has. */
const MOST_OF_BUYER = 10_000;

type Page = {
  readonly newestFirst: boolean;
  readonly after: string | null;
  readonly size: number;
  /** Unix time in seconds; where nothing is given to begin after. */
  readonly since?: number;
};

/**
 * Sessions by when their checkout began, from after a session where one is given. null where that one has no order.
 * New orders shift nothing: a page begins behind an order, not at a number.
 */
export const listSessions = async ({
  newestFirst,
  after,
  since,
  size,
}: Page): Promise<{ readonly sessions: readonly string[]; readonly total: number } | null> => {
  const direction = newestFirst ? 'newest first' : 'oldest first';
  const args = [direction, after ?? '', since ?? '', size];
  const page = listSchema.parse(await run(LIST, [orderKeys().index], args));
  return page === 'no such place' ? null : { total: page[0], sessions: page[1] };
};

/** The sessions that may have this name. */
export const findNamed = async (name: string): Promise<readonly string[]> => {
  const { key, field } = orderKeys().name(name);
  const found = z.string().parse(await run(FIND, [key, orderKeys().index], [field]));
  return [...new Set(found.split(' ').filter(Boolean))];
};

/** The sessions of a buyer, the newest first. */
export const sessionsOfBuyer = (
  buyer: string,
  most = MOST_OF_BUYER,
): Promise<readonly string[]> => {
  const { reached, send } = redisClient();
  const key = orderKeys().buyer(buyer);
  return reached(send<string[]>((pipeline) => pipeline.zrange(key, 0, most - 1, { rev: true })));
};
