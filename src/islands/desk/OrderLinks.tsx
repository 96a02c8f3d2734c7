import { toast } from 'sonner';
import type { OrderDetail } from '../../contract/sales.ts';
import { downloadPath } from '../../lib/session-id.ts';

async function copyDownloadPage(sessionId: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(
      new URL(downloadPath(sessionId), window.location.href).href,
    );
    toast.success('Copied', {
      description: 'Whoever has this address has the files. Send it to the buyer alone.',
    });
  } catch {
    toast.error('It could not be copied', {
      description: 'The browser does not let this page write to the clipboard.',
    });
  }
}

/** The ways from an order to Stripe, and to what its buyer sees. */
export function OrderLinks({ order }: { order: OrderDetail }) {
  return (
    <p className="mt-6 flex flex-col gap-3 sm:flex-row sm:flex-wrap">
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
        onClick={() => void copyDownloadPage(order.session_id)}
      >
        Copy the buyer’s download page
      </button>
    </p>
  );
}
