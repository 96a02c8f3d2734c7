import * as z from 'zod/mini';
import { now } from '../clock.ts';
import { Unavailable } from '../clients/unavailable.ts';
import { logError } from '../http/log.ts';
import type { Message, Outcome } from './message.ts';
import { sendEmail } from './resend.ts';
import { KEY_KNOWN_IN_SECONDS } from './settings.ts';
import { ask, runScript } from './shop.ts';

/** How an email left its outbox. 'skipped': there is nothing to send any more. */
type End = {
  readonly is: 'sent' | 'refused' | 'skipped' | 'unsure';
  /** The email's id, or the reason. */
  readonly detail: string;
};

/** That there is nothing to send, and never will be. */
export type NothingToSend = End & { readonly is: 'refused' | 'skipped' };

/**
 * Emails that are to be sent once each, by what they are about. Times are Unix seconds. Each of these is one step for
 * everybody else, and to take it again does no harm.
 */
export type Outbox = {
  /**
   * Takes one for a minute. Answers since when it may have been sent: `at` where it was not tried yet; 'busy' where it
   * is not due, or another has it; 'done' where its end is known.
   */
  readonly claim: (id: string, at: number) => Promise<number | 'busy' | 'done'>;
  /** Gives back what was claimed. Of what may have been sent, since when is not forgotten. */
  readonly release: (id: string, at: number, mayBeSent: boolean) => Promise<void>;
  readonly end: (id: string, end: End, at: number) => Promise<void>;
};

/** How a try went. 'unsure': it may have been sent a day ago. 'busy', 'done': see `Outbox`. */
export type Sent = Outcome | { readonly is: 'unsure' | 'busy' | 'done' };

/**
 * Sends what waits under an id, if that is still to be done. At most one goes out, whoever calls it, how often and
 * wherever it breaks off: Resend knows the message's key for a day, and after that nothing is tried whose end is not
 * known. Throws where the outbox cannot be reached, and what `compose` throws.
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
  if (outcome.is === 'later') {
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

/** Longer than a try takes: Stripe's answer, the mail service's and Redis's own. */
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

/** `waited` is 1 for whoever takes it out: what is counted is counted once. */
const END = `
local queue, tries = KEYS[1], KEYS[2]
local id, tried, is, value, now = unpack(ARGV)
local waited = redis.call('ZREM', queue, id)
redis.call('HDEL', tries, tried)
`;

type Queue = {
  /** A sorted set of those that wait, by when to try (again). */
  readonly key: string;
  /** Where it stands when a try began of which no end is known. */
  readonly triedAt: (id: string) => { readonly key: string; readonly field: string };
  /** What else an end brings about in the same step, as the rest of `END`, and the keys that it touches: KEYS[3] on. */
  readonly atEnd?: { readonly script: string; readonly keys: readonly string[] };
};

/** An outbox in which emails wait. */
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

/** Those of a queue that wait and are due, the longest first. */
export const dueOf = (key: string, at: number, most: number): Promise<string[]> =>
  ask((pipeline) => pipeline.zrange(key, '-inf', at, { byScore: true, offset: 0, count: most }));

/** More than a run has time for. */
const MOST = 100;

/**
 * Sends what waits in a queue, one by one, as long as there is time and the mail service takes it. Answers whether all
 * of it was tried. Never throws.
 */
export const sendDue = async (
  key: string,
  hasTime: () => boolean,
  sendOne: (id: string) => Promise<Sent>,
): Promise<boolean> => {
  try {
    for (const id of await dueOf(key, now(), MOST)) {
      // Who takes no email now takes no other either.
      if (!hasTime() || (await sendOne(id)).is === 'later') return false;
    }
    return true;
  } catch (error) {
    logError(error);
    return false;
  }
};
