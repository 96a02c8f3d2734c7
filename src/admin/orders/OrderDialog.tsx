import { useMutation, useQuery } from '@tanstack/react-query';
import type { OrderDetail } from '../../contract/admin-orders.ts';
import { downloadPath } from '../../purchase/purchase.ts';
import { LoadError } from '../LoadError.tsx';
import { Outcome } from '../Outcome.tsx';
import { orderQuery } from '../queries.ts';
import { showModal } from '../show-modal.ts';
import { closeOrder } from './address.ts';
import { OrderAccess } from './OrderAccess.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { OrderReceipt } from './OrderReceipt.tsx';

/** One order, in a dialog over the list. */
export function OrderDialog({ number }: { number: string }) {
  const query = useQuery(orderQuery(number));
  const { data: order } = query;
  return (
    <dialog
      ref={showModal}
      className="dialog ml-auto h-dvh max-h-none w-[min(34rem,100vw)] max-w-none animate-[from-the-right_var(--motion-calm)_ease-out] overscroll-contain"
      aria-labelledby="order-number"
      closedby="any"
      onCancel={(event) => {
        event.preventDefault();
        closeOrder();
      }}
    >
      <div className="flex items-center justify-between gap-4">
        <h2 id="order-number" className="text-title">
          Order <span className="whitespace-nowrap">MSK-{number}</span>
        </h2>
        <button type="button" className="button-quiet" onClick={closeOrder}>
          Close
        </button>
      </div>
      {query.isPending && <output className="mt-6 block text-quiet">Loading...</output>}
      <LoadError what="The order" query={query} />
      {order && (
        <>
          <OrderFacts order={order} />
          <OrderLinks order={order} />
          <OrderAccess order={order} />
          <OrderReceipt order={order} />
        </>
      )}
    </dialog>
  );
}

/** Links from an order to Stripe and to its buyer's download page. */
function OrderLinks({ order }: { order: OrderDetail }) {
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
          Copy the download page
        </button>
      </p>
      <Outcome
        done={copying.isSuccess ? 'Copied. Send it only to the buyer.' : null}
        error={copying.isError ? 'This browser didn’t let the page copy.' : null}
      />
    </div>
  );
}
