import type { OrderMoment } from '../../contract/admin-orders.ts';
import { localTime, utcTime } from '../time.ts';
import { useNow } from '../use-now.ts';

/** What happened to an order, oldest first. */
export function OrderHistory({ history }: { history: readonly OrderMoment[] }) {
  const now = useNow();
  return (
    <section aria-labelledby="history" className="mt-8">
      <h3 id="history">What happened</h3>
      <ol className="timeline mt-4">
        {Array.from(history.entries(), ([place, { at, kind, says }]) => (
          // Two moments may say the same at the same second.
          <li key={place} data-kind={kind}>
            <p>{says}</p>
            {at !== null && (
              <time className="text-small text-quiet" dateTime={at} title={utcTime(at)}>
                {localTime(at, now)}
              </time>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
