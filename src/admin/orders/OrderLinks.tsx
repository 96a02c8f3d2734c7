import { useState } from 'react';
import type { OrderDetail } from '../../contract/admin-orders.ts';
import { downloadPath } from '../../purchase/session-id.ts';
import { type Said, SaidHere } from '../InlineStatus.tsx';

const COPIED: Said = {
  kind: 'done',
  words: 'Copied. Whoever has this address has the files: send it to the buyer alone.',
};
const NOT_COPIED: Said = {
  kind: 'failed',
  words: 'It could not be copied: the browser does not let this page write to the clipboard.',
};

const copyDownloadPage = (sessionId: string): Promise<Said> =>
  navigator.clipboard.writeText(new URL(downloadPath(sessionId), window.location.href).href).then(
    () => COPIED,
    () => NOT_COPIED,
  );

/** The ways from an order to Stripe, and to what its buyer sees. */
export function OrderLinks({ order }: { order: OrderDetail }) {
  const [said, setSaid] = useState<Said | null>(null);
  return (
    <div className="mt-6">
      <p className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        {order.stripe_url !== null && (
          <a
            className="button-quiet"
            href={order.stripe_url}
            target="_blank"
            rel="noopener noreferrer"
          >
            Open in Stripe<span className="sr-only"> (in a new tab)</span>
          </a>
        )}
        <button
          type="button"
          className="button-quiet"
          onClick={() => void copyDownloadPage(order.session_id).then(setSaid)}
        >
          Copy the buyer’s download page
        </button>
      </p>
      <SaidHere said={said} />
    </div>
  );
}
