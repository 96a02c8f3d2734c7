import { logError } from '../http/log.ts';
import { EMAIL_KINDS, type EmailKind } from '../mail/email-kinds.ts';
import { type SendOutcome, type SendPostponed, sendEmail } from '../mail/resend.ts';
import type { SendPace } from '../mail/send-pace.ts';
import { IDEMPOTENCY_KEY_LIFETIME_IN_SECONDS } from '../orders/follow-up-jobs.ts';
import { findSession } from '../orders/event-session.ts';
import { fulfill } from '../orders/fulfill.ts';
import type { EmailOutcome } from '../orders/order.ts';
import { DAY_IN_SECONDS, now } from '../platform/clock.ts';
import { ownerAddress } from '../platform/mail-policy.ts';
import {
  type Job,
  type JobClaim,
  claimJob,
  completeJob,
  enqueue,
  releaseJob,
  retryLater,
} from '../platform/queue.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { dayOf } from '../shop/dates.ts';
import { NO_RETRY } from '../stripe/client.ts';
import { announcementOutcome } from './announcements.ts';
import { composeAnnouncement } from './compose-announcement.ts';

type EmailEnded = {
  readonly is: 'ended';
  readonly outcome: EmailOutcome['is'];
  /** The email's id at Resend, or the reason why it was not sent. */
  readonly detail: string;
  /**
   * How many emails have counted toward Resend's daily quota so far; undefined for a plan without
   * one.
   */
  readonly usedToday?: number | undefined;
};

type Postponed = {
  readonly is: 'postponed';
  /** Undefined after an unexpected error, which is logged. */
  readonly reason?: string;
  readonly isOverQuota: boolean;
  /**
   * Set if the email exceeded the mail service's rate limit. The job is due again immediately, but
   * the caller must wait this long before it retries.
   */
  readonly retryInSeconds?: number;
};

export type JobResult =
  | EmailEnded
  | Postponed
  /** Not due, or already claimed by another function. */
  | { readonly is: 'busy' }
  | { readonly is: 'fulfilled' };

/** Earlier versions enqueued `fulfil` jobs, which may still be in Redis. */
const FULFILL_KINDS: ReadonlySet<string> = new Set(['fulfill', 'fulfil']);

const kindOf = (job: Job): string => job.slice(0, job.indexOf(':'));

export const sendsAnEmail = (job: Job): boolean => !FULFILL_KINDS.has(kindOf(job));

const JOB_EMAILS: Readonly<Record<string, EmailKind>> = {
  ...EMAIL_KINDS,
  edition: { compose: composeAnnouncement, jobOutcome: announcementOutcome },
};

/** A function may wait at most this long for a busy service before it retries. */
const LONGEST_RATE_LIMIT_WAIT_IN_SECONDS = 3;

const orRetryLater = async <T>(
  claim: JobClaim,
  { mayHaveSucceeded }: { mayHaveSucceeded: boolean },
  step: () => Promise<T>,
): Promise<T | Postponed> => {
  try {
    return await step();
  } catch (error) {
    logError(error);
    await retryLater(claim, { mayHaveSucceeded });
    return { is: 'postponed', isOverQuota: false };
  }
};

/**
 * `id` is a session id, or the id of a payment whose session is not known yet. Leaves the jobs that
 * `fulfill` enqueues, such as the receipt, in the queue.
 */
const runFulfillJob = async ({ job }: JobClaim, id: string): Promise<JobResult> => {
  const about = id.startsWith('cs_') ? { session: id } : { payment: id };
  const sessionId = await findSession(about, NO_RETRY);
  if (sessionId) await fulfill(sessionId, { source: 'schedule' });
  await completeJob(job);
  return { is: 'fulfilled' };
};

type EmailJob = {
  readonly claim: JobClaim;
  readonly id: string;
  /** Undefined for a kind of job that this version of the shop does not support. */
  readonly email: EmailKind | undefined;
  readonly pace: SendPace | undefined;
};

const endEmailJob = async (
  { claim, id, email }: EmailJob,
  outcome: EmailOutcome['is'],
  detail: string,
): Promise<EmailEnded> => {
  const { job, at } = claim;
  await completeJob(job, email?.jobOutcome?.(id, { is: outcome, at, detail }));
  return { is: 'ended', outcome, detail };
};

type SendAttempt = { readonly is: 'attempted'; readonly outcome: SendOutcome };

const attemptToSend = async (emailJob: EmailJob): Promise<EmailEnded | SendAttempt> => {
  const { claim, id, email, pace } = emailJob;
  if (!email) return endEmailJob(emailJob, 'refused', 'unknown kind');
  const isKeyExpired = claim.at - claim.firstTryAt > IDEMPOTENCY_KEY_LIFETIME_IN_SECONDS;
  if (isKeyExpired && !email.retriesForever) {
    return endEmailJob(emailJob, 'unknown', 'no response for a day');
  }
  const composed = await email.compose(id, claim.value);
  if ('noEmailBecause' in composed) {
    return endEmailJob(emailJob, 'refused', composed.noEmailBecause);
  }
  return { is: 'attempted', outcome: await sendEmail(composed, pace) };
};

/**
 * How long to keep retrying an email that Resend rejects because of the shop's settings, such as
 * the sender.
 */
const LONGEST_REFUSAL_IN_SECONDS = 30 * DAY_IN_SECONDS;

/** Alerts the owner when an email is rejected for the first time. */
const alertIfNewlyRefused = async ({ job, at, refusedSince }: JobClaim): Promise<void> => {
  if (refusedSince !== null || kindOf(job) === 'alert' || ownerAddress() === null) return;
  await enqueue(`alert:email/${dayOf(at)}`, at);
};

const postponeEmailJob = async (
  emailJob: EmailJob,
  { cause, reason, mayBeSent: mayHaveSucceeded, waitInSeconds }: SendPostponed,
): Promise<EmailEnded | Postponed> => {
  logError(new Unavailable('mail', reason));
  const { claim, email } = emailJob;
  const isOverQuota = cause === 'quota';
  const retryInSeconds = waitInSeconds ?? 1;
  if (cause === 'rate_limit' && retryInSeconds <= LONGEST_RATE_LIMIT_WAIT_IN_SECONDS) {
    await releaseJob(claim);
    return { is: 'postponed', reason, isOverQuota, retryInSeconds };
  }
  const isRefused = cause === 'shop';
  if (isRefused) {
    const refusedFor = claim.at - (claim.refusedSince ?? claim.at);
    const shouldGiveUp = refusedFor >= LONGEST_REFUSAL_IN_SECONDS && !email?.retriesForever;
    if (shouldGiveUp) return endEmailJob(emailJob, 'refused', reason);
    await alertIfNewlyRefused(claim);
  }
  await retryLater(claim, { mayHaveSucceeded, isRefused, waitInSeconds });
  return { is: 'postponed', reason, isOverQuota };
};

const recordSendOutcome = async (
  emailJob: EmailJob,
  outcome: SendOutcome,
): Promise<EmailEnded | Postponed> => {
  switch (outcome.is) {
    case 'sent': {
      const ended = await endEmailJob(emailJob, 'sent', outcome.id);
      return { ...ended, usedToday: outcome.usedToday };
    }
    case 'refused':
      return endEmailJob(emailJob, 'refused', outcome.reason);
    case 'postponed':
      return postponeEmailJob(emailJob, outcome);
  }
};

/** Safe to run twice: Resend remembers the message's key for a day. */
const runEmailJob = async (emailJob: EmailJob): Promise<JobResult> => {
  const { claim } = emailJob;
  const result = await orRetryLater(claim, { mayHaveSucceeded: false }, () =>
    attemptToSend(emailJob),
  );
  if (result.is !== 'attempted') return result;
  const { outcome } = result;
  const mayHaveSucceeded = outcome.is !== 'postponed' || outcome.mayBeSent;
  return orRetryLater(claim, { mayHaveSucceeded }, () => recordSendOutcome(emailJob, outcome));
};

/**
 * Runs a job, and schedules a retry if it fails. Without a `pace`, an email is sent immediately.
 * Throws only if Redis is down.
 */
export const runJob = async (job: Job, pace?: SendPace): Promise<JobResult> => {
  const claim = await claimJob(job, now());
  if (!claim) return { is: 'busy' };
  const [kind = '', id = ''] = job.split(':');
  if (FULFILL_KINDS.has(kind)) {
    return orRetryLater(claim, { mayHaveSucceeded: false }, () => runFulfillJob(claim, id));
  }
  return runEmailJob({ claim, id, email: JOB_EMAILS[kind], pace });
};
