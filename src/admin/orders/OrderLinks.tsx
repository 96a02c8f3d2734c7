import { useState } from 'react';
import type { OrderDetail } from '../../contract/admin-orders.ts';
import { downloadPath } from '../../purchase/session-id.ts';
import { InlineStatus, type StatusMessage } from '../InlineStatus.tsx';

const COPIED: StatusMessage = {
  kind: 'done',
  text: 'Copied. Whoever has this address has the files: send it to the buyer alone.',
};
const NOT_COPIED: StatusMessage = {
  kind: 'failed',
  text: 'It could not be copied: the browser does not let this page write to the clipboard.',
};

const copyDownloadPage = (sessionId: string): Promise<StatusMessage> =>
  navigator.clipboard.writeText(new URL(downloadPath(sessionId), window.location.href).href).then(
    () => COPIED,
    () => NOT_COPIED,
  );

/** The ways from an order to Stripe, and to what its buyer sees. */
export function OrderLinks({ order }: { order: OrderDetail }) {
  const [message, setMessage] = useState<StatusMessage | null>(null);
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
          onClick={() => void copyDownloadPage(order.session_id).then(setMessage)}
        >
          Copy the buyer’s download page
        </button>
      </p>
      <InlineStatus message={message} />
    </div>
  );
}
