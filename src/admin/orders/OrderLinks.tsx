import { useMutation } from '@tanstack/react-query';
import type { OrderDetail } from '../../contract/admin-orders.ts';
import { downloadPath } from '../../purchase/session-id.ts';
import { OutcomeMessage } from '../OutcomeMessage.tsx';

export function OrderLinks({ order }: { order: OrderDetail }) {
  const copying = useMutation({
    mutationFn: () =>
      navigator.clipboard.writeText(
        new URL(downloadPath(order.session_id), window.location.href).href,
      ),
  });
  return (
    <div className="mt-6">
      <p className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        {order.stripe_url !== null && (
          <a className="button" href={order.stripe_url} target="_blank" rel="noopener noreferrer">
            Open in Stripe
          </a>
        )}
        <button type="button" className="button-quiet" onClick={() => copying.mutate()}>
          Copy the download link
        </button>
      </p>
      <OutcomeMessage
        done={copying.isSuccess ? 'Copied. Send it only to the buyer.' : null}
        error={copying.isError ? 'Your browser didn’t allow copying.' : null}
      />
    </div>
  );
}
