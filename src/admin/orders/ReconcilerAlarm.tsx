import type { ReconcilerResponse } from '../../contract/admin-orders.ts';
import { isLate } from './reconciler.ts';
import { timeAgo } from '../time.ts';
import { useNow } from '../use-now.ts';

/** Stands above everything else while paid orders could be missing. */
export function ReconcilerAlarm({ runs }: { runs: ReconcilerResponse | null }) {
  const now = useNow();
  const last = runs?.last;
  if (!last || !isLate(last, now)) return null;
  return (
    <div role="alert" className="note mt-6 border-l-4 border-alert">
      <p className="font-semibold">
        The shop last compared itself with Stripe {timeAgo(last.at, now)}
      </p>
      <p className="mt-1">
        It should do so every ten minutes. Until it does, a paid order could be missing from this
        page. On Netlify, look at the log of the scheduled function “reconcile”.
      </p>
    </div>
  );
}
