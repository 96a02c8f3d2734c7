import { ApiError } from '../../api/request.ts';
import { closeOrder } from './opened-order.ts';
import { meaningOf } from './order-messages.ts';
import { orderList, orderOf } from './orders.ts';
import { useStore } from '../../store/use-store.ts';
import { OrderAccess } from './OrderAccess.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { OrderHistory } from './OrderHistory.tsx';
import { OrderLinks } from './OrderLinks.tsx';
import { ReadAgain } from './RefreshButton.tsx';
import { Skeleton } from '../Skeleton.tsx';
import { StateMark } from './StatusBadge.tsx';
import { useModal } from '../use-modal.ts';
import { useReading } from '../use-reading.ts';

/** One order, laid over the list. */
export function OrderSheet({ number }: { number: string }) {
  const dialog = useModal();
  const resource = orderOf(number);
  const { value, error, isReading } = useReading(resource);
  const listed = useStore(orderList.view).value?.orders.find((row) => row.number === number);
  const order = value ?? listed;
  const isUnknown = error instanceof ApiError && error.status === 404;

  return (
    <dialog
      ref={dialog}
      className="order-sheet"
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
                <StateMark status={order.status} />
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
          <ReadAgain
            what="The order"
            reading={{ error, isReading }}
            hasOld={order !== undefined}
            onTryAgain={() => void resource.read()}
          />
        )}
      </div>
    </dialog>
  );
}
