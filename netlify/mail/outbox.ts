import * as z from 'zod/mini';
import { now } from '../clock.ts';
import { ask, runScript } from '../clients/redis.ts';
import { Unavailable } from '../clients/unavailable.ts';
import { logError } from '../http/log.ts';
import type { Message, Outcome } from './message.ts';
import { sendEmail } from './resend.ts';
import { KEY_KNOWN_IN_SECONDS } from './settings.ts';

/** The outcome with which an email leaves its outbox. 'skipped': there is nothing to send any more. */
type End = {
  readonly is: 'sent' | 'refused' | 'skipped' | 'unsure';
  /** The email's id, or the reason. */
  readonly detail: string;
};

/** There is nothing to send, and never will be. */
export type NothingToSend = End & { readonly is: 'refused' | 'skipped' };

/**
 * Emails to be sent once each, by an id of what they are about. Times are Unix seconds. Each call is atomic, and may be
 * repeated.
 */
export type Outbox = {
  /**
   * Claims an email for a minute. Answers since when it may have been sent, which is `at` where it was not tried yet.
   * 'busy': it is not due, or another function has claimed it. 'done': its outcome is known.
   */
  readonly claim: (id: string, at: number) => Promise<number | 'busy' | 'done'>;
  /** Releases a claim. An email that may have been sent keeps the time of its first try. */
  readonly release: (id: string, at: number, mayBeSent: boolean) => Promise<void>;
  readonly end: (id: string, end: End, at: number) => Promise<void>;
};

/** The result of a try. 'unsure': it may have been sent a day ago. 'busy', 'done': see `Outbox`. */
export type Sent = Outcome | { readonly is: 'unsure' | 'busy' | 'done' };

/**
 * Sends the email of an id, if it is still to be sent. At most one goes out, however often this is called and wherever
 * it breaks off: Resend knows the message's key for a day, and an email whose outcome is unknown after that is not
 * tried again. Throws where the outbox cannot be reached, and what `compose` throws.
 */
export const sendClaimed = async (
  { claim, release, end }: Outbox,
  id: string,
  compose: () => Promise<Message | NothingToSend>,
): Promise<Sent> => {
  const at = now();
  const since = await claim(id, at);
  if (typeof since === 'string') return { is: since };
  if (at - since > KEY_KNOWN_IN_SECONDS) {
    await end(id, { is: 'unsure', detail: 'no answer for a day' }, at);
    return { is: 'unsure' };
  }
  const composed = await compose().catch(async (error: unknown) => {
    await release(id, at, since !== at);
    throw error;
  });
  if ('is' in composed) {
    await end(id, composed, at);
    const { is, detail } = composed;
    return is === 'refused' ? { is, reason: detail } : { is: 'done' };
  }
  const outcome = await sendEmail(composed);
  if (outcome.is === 'postponed') {
    logError(new Unavailable('mail', outcome.reason));
    await release(id, at, outcome.mayBeSent || since !== at);
    return outcome;
  }
  await end(
    id,
    { is: outcome.is, detail: outcome.is === 'sent' ? outcome.id : outcome.reason },
    at,
  );
  return outcome;
};

/** Longer than a try takes, with the answers of Stripe, the mail service and Redis. */
export const CLAIMED_IN_SECONDS = 60;

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

/** `waited` is 1 for the caller that removes it from the queue, so that counters count it once. */
const END = `
local queue, tries = KEYS[1], KEYS[2]
local id, tried, is, value, now = unpack(ARGV)
local waited = redis.call('ZREM', queue, id)
redis.call('HDEL', tries, tried)
`;

type Queue = {
  /** A sorted set of ids, by when to try (again). */
  readonly key: string;
  /** The field that holds when a try began whose outcome is not known. */
  readonly triedAt: (id: string) => { readonly key: string; readonly field: string };
  /** The rest of the script `END`, for other effects of an outcome, and the keys that it touches, from KEYS[3] on. */
  readonly atEnd?: { readonly script: string; readonly keys: readonly string[] };
};

/** An outbox over a queue in Redis. */
export const queueOf = ({ key, triedAt, atEnd }: Queue): Outbox => ({
  claim: async (id, at) => {
    const tried = triedAt(id);
    const args = [id, at, CLAIMED_IN_SECONDS, tried.field];
    const since = await runScript(CLAIM, [key, tried.key], args);
    return since === '' ? 'busy' : z.coerce.number().parse(since);
  },
  release: async (id, at, mayBeSent) => {
    if (mayBeSent) return; // it is due again in a minute
    const tried = triedAt(id);
    await runScript(RELEASE, [key, tried.key], [id, at, tried.field]);
  },
  end: async (id, { is, detail }, at) => {
    const tried = triedAt(id);
    const script = `${END}${atEnd?.script ?? ''}\nreturn 1`;
    const value = `${is} ${at} ${detail}`.trim();
    const keys = [key, tried.key, ...(atEnd?.keys ?? [])];
    await runScript(script, keys, [id, tried.field, is, value, at]);
  },
});

/** The ids of a queue that are due, oldest first. */
export const dueOf = (key: string, at: number, most: number): Promise<string[]> =>
  ask((pipeline) => pipeline.zrange(key, '-inf', at, { byScore: true, offset: 0, count: most }));

/** More emails than a run has time for. */
const MOST = 100;

/**
 * Sends what is due in a queue, one by one, while there is time and the mail service accepts it. Answers whether all of
 * it was tried. Never throws.
 */
export const sendDue = async (
  key: string,
  hasTime: () => boolean,
  sendOne: (id: string) => Promise<Sent>,
): Promise<boolean> => {
  try {
    for (const id of await dueOf(key, now(), MOST)) {
      // A mail service that postpones one email postpones the others too.
      if (!hasTime() || (await sendOne(id)).is === 'postponed') return false;
    }
    return true;
  } catch (error) {
    logError(error);
    return false;
  }
};
