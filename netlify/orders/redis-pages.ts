import * as z from 'zod/mini';
import { ask, runScript } from '../clients/redis.ts';
import { orderKeys } from './redis-keys.ts';

/** Begins after a session, so that new orders shift nothing, or at a time. */
const LIST = `
local after, since, size = ARGV[2], ARGV[3], tonumber(ARGV[4])
local rank, range = 'ZRANK', 'ZRANGE'
if ARGV[1] == 'newest first' then rank, range = 'ZREVRANK', 'ZREVRANGE' end
local from = 0
if after ~= '' then
  local found = redis.call(rank, KEYS[1], after)
  if not found then return 'unknown session' end
  from = found + 1
elseif since ~= '' then
  from = redis.call('ZCOUNT', KEYS[1], '-inf', '(' .. since)
end
return {redis.call('ZCARD', KEYS[1]), redis.call(range, KEYS[1], from, from + size - 1)}
`;

const listSchema = z.union([
  z.literal('unknown session'),
  z.tuple([z.number(), z.array(z.string())]),
]);

type Page = {
  readonly newestFirst: boolean;
  readonly after: string | null;
  readonly size: number;
  /** Unix time in seconds, for a list that begins after no session. */
  readonly since?: number;
};

/** A page of sessions by when their checkout began. null where no order has the session to begin after. */
export const listSessions = async ({
  newestFirst,
  after,
  since,
  size,
}: Page): Promise<{ readonly sessions: readonly string[]; readonly total: number } | null> => {
  const direction = newestFirst ? 'newest first' : 'oldest first';
  const args = [direction, after ?? '', since ?? '', size];
  const page = listSchema.parse(await runScript(LIST, [orderKeys().index], args));
  return page === 'unknown session' ? null : { total: page[0], sessions: page[1] };
};

/** How many orders there are, paid or not. */
export const countOrders = (): Promise<number> =>
  ask((pipeline) => pipeline.zcard(orderKeys().index));

/** The sessions that have a name. In the index, the space before a session ends its name. */
export const findNamed = async (name: string): Promise<string[]> => {
  const { names } = orderKeys();
  const found = await ask<string[]>((pipeline) =>
    pipeline.zrange(names, `[${name} `, `(${name}!`, { byLex: true }),
  );
  return found.map((member) => member.slice(name.length + 1));
};

/** More orders than any buyer has. */
const MOST_OF_BUYER = 10_000;

/** The sessions of a buyer, newest first. */
export const sessionsOfBuyer = (buyer: string, most = MOST_OF_BUYER): Promise<readonly string[]> =>
  ask((pipeline) => pipeline.zrange(orderKeys().buyer(buyer), 0, most - 1, { rev: true }));
