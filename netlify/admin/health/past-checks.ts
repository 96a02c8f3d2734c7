import type { Check } from '#contract/health.ts';
import { isoTime } from '../../clock.ts';
import { countOf } from '../../count-of.ts';
import type { RunReport } from '../../orders/reconcile.ts';
import { type Finding, checkOf, fault, ok, warning } from './check.ts';

type LastRun = Pick<RunReport, 'at' | 'failed'>;

/** The number of queued receipts, and when the oldest of their orders was paid. Times are Unix seconds. */
type WaitingReceipts = { readonly waiting: number; readonly since: number | null };

/** It runs every ten minutes. Three missing runs are more than a delay. */
const LATE_AFTER_S = 30 * 60;

const utc = (at: number): string => `${isoTime(at).slice(0, 16).replace('T', ' ')} UTC`;

const reconcilerFinding = (last: LastRun | null, now: number): Finding => {
  const log = 'Check the log of the scheduled function "reconcile" on Netlify.';
  if (last === null) {
    const next = 'It starts ten minutes after the site is published. If it doesn’t: ' + log;
    return warning('It hasn’t run yet.', next);
  }
  const { at, failed } = last;
  if (now - at > LATE_AFTER_S) {
    const says = `It should run every ten minutes, but it has stopped. The last run was at ${utc(at)}.`;
    return fault(says, log);
  }
  return failed > 0
    ? warning(
        `The run at ${utc(at)} couldn’t read ${failed} of what Stripe has.`,
        'The next one will try again.',
      )
    : ok(`The run at ${utc(at)} was complete.`);
};

/** A shorter wait is normal: the reconciler has not run yet. */
const WAITS_LONG_S = 30 * 60;

const receiptsFinding = ({ waiting, since }: WaitingReceipts, now: number): Finding => {
  if (since === null) return ok('None waiting.');
  const says = `${countOf(waiting, 'receipt')} waiting. The oldest order was paid at ${utc(since)}.`;
  const next =
    'See "Email" or the log of the function "reconcile" for the reason. They go out on their own once it’s fixed.';
  return now - since < WAITS_LONG_S ? ok(says) : warning(says, next);
};

/** Whether the schedule runs, and what it has left to send. `last` is null before its first run. */
export const pastChecks = (
  last: LastRun | null,
  receipts: WaitingReceipts,
  now: number,
): readonly Check[] => [
  checkOf('Comparison with Stripe', reconcilerFinding(last, now)),
  checkOf('Receipts', receiptsFinding(receipts, now)),
];
