import * as z from 'zod/mini';
import type { AdminPorts } from '../admin/order-queries.ts';
import type { OrderKeys } from './redis-keys.ts';
import type { RedisClient } from '../clients/redis.ts';

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

type Pages = Pick<AdminPorts['orders'], 'list' | 'findNamed' | 'ofBuyer'>;

type PagesOptions = Pick<RedisClient, 'send' | 'reached'> & { readonly keys: OrderKeys };

/** The indexes of the orders: pages of it, and what an order's names and its buyer lead to. One request each. */
export const createOrderPages = ({ send, reached, keys }: PagesOptions): Pages => {
  const run = (script: string, touched: string[], args: readonly (string | number)[]) =>
    reached(send((pipeline) => pipeline.eval(script, touched, args.map(String))));

  return {
    list: async ({ newestFirst, after, since, size }) => {
      const direction = newestFirst ? 'newest first' : 'oldest first';
      const answer = await run(LIST, [keys.index], [direction, after ?? '', since ?? '', size]);
      const page = listSchema.parse(answer);
      return page === 'no such place' ? null : { total: page[0], sessions: page[1] };
    },

    findNamed: async (name) => {
      const { key, field } = keys.name(name);
      const found = z.string().parse(await run(FIND, [key, keys.index], [field]));
      return [...new Set(found.split(' ').filter(Boolean))];
    },

    ofBuyer: (buyer, most) =>
      reached(send((pipeline) => pipeline.zrange(keys.buyer(buyer), 0, most - 1, { rev: true }))),
  };
};
