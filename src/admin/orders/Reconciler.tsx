import type { ReconcilerResponse, ReconcilerRun } from '../../contract/admin-orders.ts';
import { timeAgo } from '../time.ts';
import { Time, useNow } from '../Time.tsx';
import { NumberLinks } from './NumberLinks.tsx';
import { countOrders } from './OrderFacts.tsx';

/** The reconciler runs every ten minutes. Three missing runs are more than a delay. */
const LATE_AFTER_MS = 30 * 60_000;

const isLate = (last: Pick<ReconcilerRun, 'at'>, nowMs: number): boolean =>
  nowMs - Date.parse(last.at) > LATE_AFTER_MS;

/** What a run found, without a period: "nothing missing", "1 order brought up to date". */
function foundWords({ healed, failed }: Pick<ReconcilerRun, 'healed' | 'failed'>): string {
  const words = [
    ...(healed.length > 0 ? [`${countOrders(healed.length)} brought up to date`] : []),
    ...(failed > 0 ? [`${failed} couldn’t be read and will be retried`] : []),
  ];
  return words.join('; ') || 'nothing missing';
}

type Props = { runs: ReconcilerResponse | null };

/** Warns that paid orders may be missing because the reconciler has not run lately. */
export function ReconcilerAlarm({ runs }: Props) {
  const now = useNow();
  const last = runs?.last;
  if (!last || !isLate(last, now)) return null;
  return (
    <div role="alert" className="note mt-6 border-l-4 border-alert">
      <p className="font-semibold">
        The shop last compared itself with Stripe {timeAgo(last.at, now)}
      </p>
      <p className="mt-1">
        This should happen every ten minutes. Until it does, a paid order could be missing from this
        page. On Netlify, look at the log of the scheduled function “reconcile”.
      </p>
    </div>
  );
}

/** The results of the latest comparisons with Stripe. */
export function ReconcilerRuns({ runs }: Props) {
  return (
    <section aria-labelledby="compared">
      <h2 id="compared" className="text-title">
        Compared with Stripe
      </h2>
      <div className="mt-3 text-small">
        {runs === null && <p className="text-quiet">Reading when...</p>}
        {runs && runs.last === null && (
          <p>Not yet. Every ten minutes, the shop asks Stripe whether an order is missing here.</p>
        )}
        {runs?.last && (
          <p>
            Last checked <Time at={runs.last.at} words={timeAgo} />: {foundWords(runs.last)}.
          </p>
        )}
        {runs && runs.news.length > 0 && (
          <ul className="mt-4 grid gap-4 border-t border-rule pt-4">
            {runs.news.map((run) => (
              <li key={run.at}>
                <Time at={run.at} words={timeAgo} className="text-quiet" />
                <p>{foundWords(run)}</p>
                <NumberLinks numbers={run.healed} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
