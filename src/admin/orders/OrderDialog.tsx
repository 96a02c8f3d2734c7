import { ApiError } from '../../api/request.ts';
import { closeOrder } from './address.ts';
import { meaningOf } from './order-messages.ts';
import { orderList, orderOf } from './orders.ts';
import { useStore } from '../../store/use-store.ts';
import { OrderAccess } from './OrderAccess.tsx';
import { OrderFacts, OrderHistory } from './OrderFacts.tsx';
import { OrderLinks } from './OrderLinks.tsx';
import { RefreshButton } from '../RefreshButton.tsx';
import { Skeleton } from '../Skeleton.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { useModal } from '../use-modal.ts';
import { useResource } from '../resource.ts';

/** One order, laid over the list. */
export function OrderDialog({ number }: { number: string }) {
  const dialog = useModal();
  const resource = orderOf(number);
  const { value, error, isReading } = useResource(resource);
  const listed = useStore(orderList.state).value?.orders.find((row) => row.number === number);
  const order = value ?? listed;
  const isUnknown = error instanceof ApiError && error.status === 404;

  return (
    <dialog
      ref={dialog}
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
          Order <span className="whitespace-nowrap">{number}</span>
        </h2>
        <button type="button" className="button-quiet" onClick={closeOrder}>
          Close
        </button>
      </div>
      <div tabIndex={-1} className="outline-none">
        {order && (
          <>
            <div className="note mt-5 bg-paper shadow-none" aria-live="polite">
              <p className="font-semibold">
                <StatusBadge status={order.status} />
              </p>
              <p className="mt-1">{meaningOf(order)}</p>
            </div>
            <OrderFacts order={order} payment={value?.payment_id ?? null} />
          </>
        )}
        {value && <OrderLinks order={value} />}
        {value && <OrderAccess order={value} />}
        {value && <OrderHistory history={value.history} />}
        {!value && error === null && <Skeleton words="Reading its history..." lines={3} />}
        {isUnknown ? (
          <p className="mt-6">No order has this number. Perhaps a letter or digit is not right.</p>
        ) : (
          <RefreshButton
            what="The order"
            state={{ error, isReading }}
            hasOld={order !== undefined}
            onTryAgain={() => void resource.read()}
          />
        )}
      </div>
    </dialog>
  );
}
