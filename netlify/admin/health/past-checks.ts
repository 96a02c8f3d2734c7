import type { Failure } from '../../current-request.ts';
import type { Check } from '#contract/health.ts';
import type { Run } from '../../orders/reconcile.ts';
import { countOf } from '../../count-of.ts';
import { type Finding, checkOf, fault, ok, warning } from './check.ts';

/** What the shop has noted. Times are Unix seconds. */
export type Past = {
  readonly failures: readonly Failure[];
  readonly webhookAt: number | null;
  readonly last: Run | null;
  /** Runs that healed or failed, newest first. */
  readonly news: readonly Run[];
  /** How many receipts are still to be sent, and since when the oldest waits; the last that did not arrive. */
  readonly receipts: {
    readonly waiting: number;
    readonly since: number | null;
    /** `order` is its number. */
    readonly lost: { readonly order: string; readonly at: number } | null;
  };
};

const DAY_S = 86_400;
/** It runs every ten minutes; three that are missing are no delay any more. */
const LATE_AFTER_S = 30 * 60;
const TOLD = 5;

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

const reconcilerFinding = ({ last }: Past, now: number): Finding => {
  const log = 'On Netlify, look at the log of the scheduled function "reconcile".';
  if (last === null) {
    const next = 'It begins ten minutes after the site was published. If it does not: ' + log;
    return warning('It has not run yet.', next);
  }
  const { at, healed, failed } = last;
  const found = failed > 0 ? `${failed} could not be read` : 'nothing is left to do';
  const says = `${countOf(healed.length, 'order')} brought up to date; ${found}`;
  const moments = [{ at: isoOf(at), says }];
  if (now - at > LATE_AFTER_S) {
    return fault('It runs every ten minutes, and has stopped.', log, moments);
  }
  return failed > 0
    ? warning('The last run could not read all.', 'The next one tries again.', moments)
    : ok('The last run read all.', moments);
};

const webhookFinding = ({ webhookAt, news }: Past, now: number): Finding => {
  const moments = webhookAt === null ? [] : [{ at: isoOf(webhookAt), says: 'the last call' }];
  const missed = news.filter(({ at }) => now - at < DAY_S).flatMap(({ healed }) => healed).length;
  if (missed > 0) {
    const says = `In the last day ${countOf(missed, 'order')} came by the comparison, and not by a call.`;
    const next = 'https://dashboard.stripe.com/webhooks says what became of each call.';
    return warning(says, next, moments);
  }
  const says = webhookAt === null ? 'None yet: the first comes with a purchase.' : 'They come.';
  return ok(says, moments);
};

const SERVICES: Readonly<Record<string, string>> = {
  payments: 'Stripe',
  orders: 'the database',
  guides: 'the store of the files',
  mail: 'the mail service',
};

const wordsOf = ({ route, id, error: { service, reason, name, detail } }: Failure): string => {
  const what = service ? `${SERVICES[service] ?? service} failed, ${reason}` : (detail ?? name);
  return `${route}: ${what}; request ${id}`;
};

const failureFinding = ({ failures }: Past, now: number): Finding => {
  const recent = failures.filter(({ at }) => now - at < DAY_S);
  if (recent.length === 0) return ok('None.');
  const moments = recent.slice(0, TOLD).map((one) => ({ at: isoOf(one.at), says: wordsOf(one) }));
  const next = 'The log of the function on Netlify has each by its request.';
  return warning(`${countOf(recent.length, 'request')} met an error.`, next, moments);
};

/** Less than that is what the reconciler needs to come by. */
const WAITS_LONG_S = 30 * 60;

const receiptsFinding = ({ receipts: { waiting, since, lost } }: Past, now: number): Finding => {
  const moments = [
    ...(since === null ? [] : [{ at: isoOf(since), says: 'the oldest was paid' }]),
    ...(lost === null
      ? []
      : [{ at: isoOf(lost.at), says: `the last that was lost, of ${lost.order}` }]),
  ];
  const says = waiting === 0 ? 'None waits.' : `${countOf(waiting, 'receipt')} to be sent.`;
  if (since !== null && now - since >= WAITS_LONG_S) {
    const next =
      'What keeps them stands under "Mails", or in the log of the function "reconcile". They go out by themselves then.';
    return warning(says, next, moments);
  }
  if (lost === null || now - lost.at >= DAY_S) return ok(says, moments);
  const next = 'At /admin-orders the order says why, and sends it again.';
  return warning(`${says} In the last day one did not arrive.`, next, moments);
};

/** How the shop has fared, by what it has noted itself. */
export const pastChecks = (past: Past, now: number): readonly Check[] => [
  checkOf('Stripe’s calls', webhookFinding(past, now)),
  checkOf('Comparison with Stripe', reconcilerFinding(past, now)),
  checkOf('Receipts', receiptsFinding(past, now)),
  checkOf('Failures of the last day', failureFinding(past, now)),
];
