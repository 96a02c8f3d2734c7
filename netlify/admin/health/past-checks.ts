import type { Failure } from '../../current-request.ts';
import type { Check } from '#contract/health.ts';
import type { Run } from '../../orders/reconcile.ts';
import { isoTime } from '../../clock.ts';
import { countOf } from '../../count-of.ts';
import { type Finding, checkOf, fault, ok, warning } from './check.ts';

/** The shop's notes about past events. Times are Unix seconds. */
export type Past = {
  readonly failures: readonly Failure[];
  readonly webhookAt: number | null;
  readonly last: Run | null;
  /** Runs that repaired something or failed, newest first. */
  readonly news: readonly Run[];
  /** The number of queued receipts, and when the oldest was queued. */
  readonly receipts: {
    readonly waiting: number;
    readonly since: number | null;
  };
};

const DAY_S = 86_400;
/** It runs every ten minutes. Three missing runs are more than a delay. */
const LATE_AFTER_S = 30 * 60;
const TOLD = 5;

const reconcilerFinding = ({ last }: Past, now: number): Finding => {
  const log = 'Check the log of the scheduled function "reconcile" on Netlify.';
  if (last === null) {
    const next = 'It starts ten minutes after the site is published. If it doesn’t: ' + log;
    return warning('It hasn’t run yet.', next);
  }
  const { at, healed, failed } = last;
  const found = failed > 0 ? `${failed} couldn’t be read` : 'nothing left to do';
  const says = `${countOf(healed.length, 'order')} brought up to date; ${found}`;
  const moments = [{ at: isoTime(at), says }];
  if (now - at > LATE_AFTER_S) {
    return fault('It should run every ten minutes, but it has stopped.', log, moments);
  }
  return failed > 0
    ? warning('The last check was incomplete.', 'The next one will try again.', moments)
    : ok('The last check was complete.', moments);
};

const webhookFinding = ({ webhookAt, news }: Past, now: number): Finding => {
  const moments = webhookAt === null ? [] : [{ at: isoTime(webhookAt), says: 'last event' }];
  const missed = news.filter(({ at }) => now - at < DAY_S).flatMap(({ healed }) => healed).length;
  if (missed > 0) {
    const says = `In the last day, the webhook missed ${countOf(missed, 'order')}, which the comparison with Stripe found.`;
    const next = 'https://dashboard.stripe.com/webhooks shows what happened to each event.';
    return warning(says, next, moments);
  }
  const says =
    webhookAt === null ? 'None yet. The first one comes with a purchase.' : 'Arriving normally.';
  return ok(says, moments);
};

const SERVICES: Readonly<Record<string, string>> = {
  payments: 'Stripe',
  orders: 'the database',
  guides: 'file storage',
  mail: 'the email service',
};

const wordsOf = ({ route, id, error: { service, reason, name, detail } }: Failure): string => {
  const what = service ? `${SERVICES[service] ?? service} failed, ${reason}` : (detail ?? name);
  return `${route}: ${what}; request ${id}`;
};

const failureFinding = ({ failures }: Past, now: number): Finding => {
  const recent = failures.filter(({ at }) => now - at < DAY_S);
  if (recent.length === 0) return ok('None.');
  const moments = recent.slice(0, TOLD).map((one) => ({ at: isoTime(one.at), says: wordsOf(one) }));
  const next = 'Find each one by its request in the function’s log on Netlify.';
  return warning(`${countOf(recent.length, 'request')} failed.`, next, moments);
};

/** A shorter wait is normal: the reconciler has not run yet. */
const WAITS_LONG_S = 30 * 60;

const receiptsFinding = ({ receipts: { waiting, since } }: Past, now: number): Finding => {
  const moments = since === null ? [] : [{ at: isoTime(since), says: 'the oldest was paid' }];
  const says = waiting === 0 ? 'None waiting.' : `${countOf(waiting, 'receipt')} waiting.`;
  if (since !== null && now - since >= WAITS_LONG_S) {
    const next =
      'See "Email" or the log of the function "reconcile" for the reason. They go out on their own once it’s fixed.';
    return warning(says, next, moments);
  }
  return ok(says, moments);
};

/** The checks of the shop's own notes about past events. */
export const pastChecks = (past: Past, now: number): readonly Check[] => [
  checkOf('Webhook events', webhookFinding(past, now)),
  checkOf('Comparison with Stripe', reconcilerFinding(past, now)),
  checkOf('Receipts', receiptsFinding(past, now)),
  checkOf('Failures of the last day', failureFinding(past, now)),
];
