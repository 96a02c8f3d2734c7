import type { ReconcilerResponse, ReconcilerRun } from '../../contract/admin-orders.ts';
import { orderAddress } from './address.ts';
import { foundWords } from './reconciler.ts';
import { timeAgo, utcTime } from '../time.ts';
import { useNow } from '../use-now.ts';

/** What the comparison with Stripe found, and when it was made last. */
export function ReconcilerNews({ runs }: { runs: ReconcilerResponse | null }) {
  const now = useNow();
  return (
    <section aria-labelledby="compared">
      <h2 id="compared" className="text-title">
        Compared with Stripe
      </h2>
      <div className="mt-3 text-small">
        {runs === null && <p className="text-quiet">Reading when...</p>}
        {runs && runs.last === null && (
          <p>Not yet. Every ten minutes the shop asks Stripe whether an order is missing here.</p>
        )}
        {runs?.last && (
          <p>
            Last looked at Stripe{' '}
            <time dateTime={runs.last.at} title={utcTime(runs.last.at)}>
              {timeAgo(runs.last.at, now)}
            </time>
            : {foundWords(runs.last)}.
          </p>
        )}
        {runs && runs.news.length > 0 && (
          <ul className="mt-4 grid gap-4 border-t border-rule pt-4">
            {runs.news.map((run) => (
              <Run key={run.at} run={run} now={now} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function Run({ run, now }: { run: ReconcilerRun; now: number }) {
  return (
    <li>
      <time className="text-quiet" dateTime={run.at} title={utcTime(run.at)}>
        {timeAgo(run.at, now)}
      </time>
      <p>{foundWords(run)}</p>
      {run.healed.map((number) => (
        <a
          key={number}
          className="link mr-3 inline-block py-1 font-mono"
          href={orderAddress(number)}
        >
          {number}
        </a>
      ))}
    </li>
  );
}
