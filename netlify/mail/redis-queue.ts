import * as z from 'zod/mini';
import type { RedisClient } from '../clients/redis.ts';
import type { MailQueue } from './queue.ts';

/** Longer than a try takes: Stripe's answer, the mail service's and Redis's own. */
const CLAIMED_IN_SECONDS = 60;

const CLAIM = `
local queue, tries = KEYS[1], KEYS[2]
local id, now, claimed_for, tried = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4]
local due = redis.call('ZSCORE', queue, id)
if not due or tonumber(due) > now then return '' end
redis.call('ZADD', queue, now + claimed_for, id)
redis.call('HSETNX', tries, tried, ARGV[2])
return redis.call('HGET', tries, tried)
`;

type Options = Pick<RedisClient, 'redis' | 'send' | 'reached'> & {
  /** A sorted set of those that wait, by when to try (again). */
  readonly key: string;
  /** Where it stands when a try began of which no end is known. */
  readonly triedAt: (id: string) => { readonly key: string; readonly field: string };
  readonly end: MailQueue['end'];
};

export const createQueue = ({ redis, send, reached, key, triedAt, end }: Options): MailQueue => ({
  due: (now, most) =>
    reached(
      send((pipeline) =>
        pipeline.zrange(key, '-inf', now, { byScore: true, offset: 0, count: most }),
      ),
    ),
  claim: async (id, now) => {
    const tried = triedAt(id);
    const args = [id, now, CLAIMED_IN_SECONDS, tried.field].map(String);
    const since = await reached(send((pipeline) => pipeline.eval(CLAIM, [key, tried.key], args)));
    return since === '' ? null : z.coerce.number().parse(since);
  },
  release: async (id, now) => {
    const tried = triedAt(id);
    await reached(
      redis
        .multi()
        .hdel(tried.key, tried.field)
        .zadd(key, { xx: true }, { score: now, member: id })
        .exec(),
    );
  },
  end,
});
