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

const RELEASE = `
local queue, tries = KEYS[1], KEYS[2]
local id, now, tried = ARGV[1], ARGV[2], ARGV[3]
redis.call('HDEL', tries, tried)
if redis.call('ZSCORE', queue, id) then redis.call('ZADD', queue, now, id) end
return 1
`;

type Options = Pick<RedisClient, 'send' | 'reached'> & {
  /** A sorted set of those that wait, by when to try (again). */
  readonly key: string;
  /** Where it stands when a try began of which no end is known. */
  readonly triedAt: (id: string) => { readonly key: string; readonly field: string };
  readonly end: MailQueue['end'];
};

export const createQueue = ({ send, reached, key, triedAt, end }: Options): MailQueue => {
  const run = (script: string, id: string, args: (tried: string) => readonly unknown[]) => {
    const tried = triedAt(id);
    const given = args(tried.field).map(String);
    return reached(send((pipeline) => pipeline.eval(script, [key, tried.key], given)));
  };
  return {
    due: (now, most) =>
      reached(
        send((pipeline) =>
          pipeline.zrange(key, '-inf', now, { byScore: true, offset: 0, count: most }),
        ),
      ),
    claim: async (id, now) => {
      const since = await run(CLAIM, id, (tried) => [id, now, CLAIMED_IN_SECONDS, tried]);
      return since === '' ? null : z.coerce.number().parse(since);
    },
    release: async (id, now) => void (await run(RELEASE, id, (tried) => [id, now, tried])),
    end,
  };
};
