import * as z from 'zod/mini';
import type { RedisClient } from '../clients/redis.ts';
import type { OrderKeys } from '../orders/redis-keys.ts';
import type { MailNewsPorts } from './mail-events.ts';
import { receiptFact } from './receipt-facts.ts';
import type { CopyStore } from './send-again.ts';

/** As many lost receipts as are kept in the list; the newest, since nobody mends a year's at once. */
const MOST_LOST = 100;

/** Longer than a try takes: the mail service's answer, and Redis's own. */
const CLAIMED_IN_SECONDS = 60;

/** A fact that is there already says nothing about the list any more: the owner may have sent another since. */
const NOTE = `
local order, lost = KEYS[1], KEYS[2]
local name, value, unless, session, now, most = unpack(ARGV)
if redis.call('HGET', order, 'buyer') == '-' then return 'forgotten' end
if redis.call('HSETNX', order, name, value) == 0 or unless == '' then return 'known' end
if redis.call('HEXISTS', order, unless) == 1 then return 'sent since' end
redis.call('ZADD', lost, now, session)
redis.call('ZREMRANGEBYRANK', lost, 0, -1 - most)
return 'lost'
`;

const CLAIM = `
local order, fact, tried = KEYS[1], ARGV[1], ARGV[2]
local now, claimed_for = tonumber(ARGV[3]), tonumber(ARGV[4])
if redis.call('HEXISTS', order, fact) == 1 then return 'done' end
local since = tonumber(redis.call('HGET', order, tried) or '0')
if now - since < claimed_for then return 'busy' end
redis.call('HSET', order, tried, ARGV[3])
return 'claimed'
`;

const claimSchema = z.enum(['done', 'busy', 'claimed']);

/** When a try of a copy began of which no end is known. */
const triedFact = (copy: number): string => `${receiptFact(copy)}:tried`;

type CopiesOptions = Pick<RedisClient, 'redis' | 'send' | 'reached'> & { readonly keys: OrderKeys };

/** What becomes of receipts once they were sent: the mail service's news, lost ones, the owner's copies. */
export const createCopies = ({ redis, send, reached, keys }: CopiesOptions) => {
  const run = (script: string, touched: string[], args: readonly (string | number)[]) =>
    reached(send((pipeline) => pipeline.eval(script, touched, args.map(String))));

  const note: MailNewsPorts['note'] = async (sessionId, { name, value, lostUnless }, now) => {
    const args = [name, value, lostUnless ?? '', sessionId, now, MOST_LOST];
    await run(NOTE, [keys.order(sessionId), keys.lostReceipts], args);
  };

  const copies: CopyStore = {
    claim: async (sessionId, copy, now) => {
      const args = [receiptFact(copy), triedFact(copy), now, CLAIMED_IN_SECONDS];
      return claimSchema.parse(await run(CLAIM, [keys.order(sessionId)], args));
    },
    release: async (sessionId, copy) =>
      void (await reached(redis.hdel(keys.order(sessionId), triedFact(copy)))),
    end: async (sessionId, copy, { is, isOwn, detail }, now) => {
      const value = [is, now, isOwn ? 'own' : 'other', detail].join(' ').trim();
      const ended = redis
        .multi()
        .hsetnx(keys.order(sessionId), receiptFact(copy), value)
        .hdel(keys.order(sessionId), triedFact(copy));
      if (is === 'sent') ended.zrem(keys.receipts, sessionId).zrem(keys.lostReceipts, sessionId);
      await reached(ended.exec());
    },
  };

  return {
    note,
    copies,
    /** Those of the sessions whose receipt is still to be sent. */
    waiting: async (sessionIds: readonly string[]): Promise<ReadonlySet<string>> => {
      const scores = await reached(
        Promise.all(sessionIds.map((id) => send((pipeline) => pipeline.zscore(keys.receipts, id)))),
      );
      return new Set(sessionIds.filter((_, index) => scores[index] !== null));
    },
    /** The sessions whose last receipt was lost, the latest first. */
    lost: (): Promise<readonly string[]> =>
      reached(send((pipeline) => pipeline.zrange(keys.lostReceipts, 0, -1, { rev: true }))),
  };
};
