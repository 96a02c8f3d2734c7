import { useQuery } from '@tanstack/react-query';
import { LoadError } from '../LoadError.tsx';
import { orderQuery } from '../queries.ts';
import { showModal } from '../../components/show-modal.ts';
import { closeOrder } from './open-order.ts';
import { AccessControl } from './AccessControl.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { OrderLinks } from './OrderLinks.tsx';
import { OrderReceipt } from './OrderReceipt.tsx';

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
        // In React, the cancel event of a confirmation dialog inside this one bubbles up to here.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        closeOrder();
      }}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-4">
        {/* On a narrow phone, the number breaks after a hyphen, so that the button fits. */}
        <h2 id="order-number" className="min-w-0 flex-1 basis-40 text-title">
          Order MSK-{number}
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
          <AccessControl order={order} />
          <OrderReceipt order={order} />
        </>
      )}
    </dialog>
  );
}
