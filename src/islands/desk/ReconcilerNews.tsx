import type { ReconcilerResponse, ReconcilerRun } from '../../contract/sales.ts';
import { orderAddress } from '../../lib/desk/address.ts';
import { reconciler } from '../../lib/desk/orders.ts';
import { foundWords } from '../../lib/desk/reconciler.ts';
import type { Reading } from '../../lib/desk/resource.ts';
import { timeAgo, utcTime } from '../../lib/desk/time.ts';
import { ReadAgain } from './ReadAgain.tsx';
import { useNow } from './use-now.ts';

/** What the comparison with Stripe found, and when it was made last. */
export function ReconcilerNews({ runs }: { runs: Reading<ReconcilerResponse> }) {
  const now = useNow();
  const { value, error } = runs;
  return (
    <section aria-labelledby="compared">
      <h2 id="compared" className="text-title">
        Compared with Stripe
      </h2>
      <div className="mt-3 text-small">
        {value === null && error === null && <p className="text-quiet">Reading when...</p>}
        {value && value.last === null && (
          <p>Not yet. Every ten minutes the shop asks Stripe whether an order is missing here.</p>
        )}
        {value?.last && (
          <p>
            Last looked at Stripe{' '}
            <time dateTime={value.last.at} title={utcTime(value.last.at)}>
              {timeAgo(value.last.at, now)}
            </time>
            : {foundWords(value.last)}.
          </p>
        )}
        {value && value.news.length > 0 && (
          <ul className="mt-4 grid gap-4 border-t border-rule pt-4">
            {value.news.map((run) => (
              <Run key={run.at} run={run} now={now} />
            ))}
          </ul>
        )}
      </div>
      <ReadAgain
        what="The comparison"
        error={error}
        hasOld={value !== null}
        onTryAgain={() => void reconciler.read()}
      />
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
