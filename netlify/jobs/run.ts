import { logError } from '../http/log.ts';
import { EMAILS, type Email } from '../mail/emails.ts';
import { sendEmail } from '../mail/resend.ts';
import { IDEMPOTENCY_KEY_LIFETIME_IN_SECONDS } from '../orders/follow-up-jobs.ts';
import { fulfill } from '../orders/fulfill.ts';
import type { EmailOutcome } from '../orders/order.ts';
import { sendsMail } from '../platform/mail-policy.ts';
import { DAY_IN_SECONDS, now } from '../platform/clock.ts';
import {
  type JobClaim,
  type Job,
  claimJob,
  findDueJobs,
  completeJob,
  retryLater,
} from '../platform/queue.ts';
import { callRedis } from '../platform/redis.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { bulkPausedKey, bulkPausedUntil, composeEdition } from './announce.ts';

type Ran = {
  /** 'busy': it was not due, or another function runs it. 'done': an order was brought up to date. */
  readonly is: EmailOutcome['is'] | 'busy' | 'later' | 'done';
  readonly reason?: string;
  /** No more emails today. */
  readonly isOverQuota?: boolean;
  /** How many of the plan's emails are used, as Resend reports it. */
  readonly usedToday?: number | undefined;
};

const runFulfill = async (claimed: JobClaim, sessionId: string): Promise<Ran> => {
  const done = await fulfill(sessionId, { source: 'schedule' });
  await completeJob(claimed.job);
  for (const job of done?.jobs ?? []) await runJob(job);
  return { is: 'done' };
};

/** Earlier versions of the shop enqueued `fulfil` jobs, which may still wait in Redis. */
const FULFILL_KINDS: ReadonlySet<string> = new Set(['fulfill', 'fulfil']);

const kindOf = (job: Job): string => job.slice(0, job.indexOf(':'));

const KINDS: Readonly<Record<string, Email>> = { ...EMAILS, edition: { compose: composeEdition } };

/** Whether a try may have done its work, if it fails. */
type Try = { mayHaveSucceeded: boolean };

/** Sends the email of a job. One goes out, however often this runs: Resend knows the message's key for a day. */
const runEmail = async (
  claimed: JobClaim,
  [kind, id]: [string, string],
  tried: Try,
): Promise<Ran> => {
  const { job, at, firstTryAt, value } = claimed;
  const email = KINDS[kind];
  const finish = async (is: EmailOutcome['is'], detail: string): Promise<Ran> => {
    await completeJob(job, email?.noteAt?.(id, { is, at, detail }));
    return { is, reason: detail };
  };
  if (!email) return finish('refused', 'unknown kind');
  if (at - firstTryAt > IDEMPOTENCY_KEY_LIFETIME_IN_SECONDS && !email.isNeverGivenUp) {
    return finish('unknown', 'no answer for a day');
  }
  const composed = await email.compose(id, value);
  if (typeof composed === 'string') return finish('refused', composed);
  const outcome = await sendEmail(composed);
  tried.mayHaveSucceeded = outcome.is !== 'postponed' || outcome.mayBeSent;
  if (outcome.is !== 'postponed') {
    const ended = await finish(outcome.is, outcome.is === 'sent' ? outcome.id : outcome.reason);
    return { ...ended, ...(outcome.is === 'sent' && { usedToday: outcome.usedToday }) };
  }
  logError(new Unavailable('mail', outcome.reason));
  const { waitInSeconds, reason } = outcome;
  await retryLater(claimed, { ...tried, waitInSeconds });
  return { is: 'later', reason, isOverQuota: reason.endsWith('quota_exceeded') };
};

/** Runs a job if it is due and nobody else runs it. A failure tries it again later. Throws if Redis is down. */
export const runJob = async (job: Job): Promise<Ran> => {
  const claimed = await claimJob(job, now());
  if (!claimed) return { is: 'busy' };
  const [kind = '', id = ''] = job.split(':');
  const tried: Try = { mayHaveSucceeded: false };
  try {
    if (FULFILL_KINDS.has(kind)) return await runFulfill(claimed, id);
    return await runEmail(claimed, [kind, id], tried);
  } catch (error) {
    logError(error);
    await retryLater(claimed, tried);
    return { is: 'later' };
  }
};

/** More jobs than a run has time for. */
const MOST = 200;

/** Runs the due jobs of one email or order each. false if time or the day's quota ran out. */
const runDueJobs = async (hasTime: () => boolean): Promise<boolean> => {
  let maySend = sendsMail();
  for (const job of await findDueJobs('jobs', now(), MOST)) {
    if (!hasTime()) return false;
    if (!maySend && !FULFILL_KINDS.has(kindOf(job))) continue;
    if ((await runJob(job)).isOverQuota) maySend = false;
  }
  return maySend;
};

/** Emails a day (UTC) after which announcements wait for the next one: 60 % of the 100 that Resend's free plan has. */
const SHARE_OF_DAY = 60;

/** Announcements sent at once. */
const BATCH = 4;

/** Sends announcements while there is time and no other job is due. */
const runBulk = async (hasTime: () => boolean): Promise<void> => {
  if (!sendsMail() || (await bulkPausedUntil()) !== null) return;
  while (hasTime() && (await findDueJobs('jobs', now(), 1)).length === 0) {
    const ran = await Promise.all((await findDueJobs('bulk', now(), BATCH)).map(runJob));
    if (ran.some((one) => one.isOverQuota || (one.usedToday ?? 0) >= SHARE_OF_DAY)) {
      const nextDay = now() - (now() % DAY_IN_SECONDS) + DAY_IN_SECONDS;
      await callRedis((pipeline) => pipeline.set(bulkPausedKey(), nextDay));
      return;
    }
    if (ran.every(({ is }) => is === 'later' || is === 'busy')) return;
  }
};

/** Runs what is due while there is time, announcements last. A job that fails stops no other. Throws if Redis is down. */
export const runDue = async (hasTime: () => boolean): Promise<void> => {
  if (await runDueJobs(hasTime)) await runBulk(hasTime);
};
