import { useMutation, useQuery } from '@tanstack/react-query';
import { setAccess } from '../../api/admin.ts';
import type { OrderAccess as Access, OrderDetail } from '../../contract/admin-orders.ts';
import type { OrderStatus } from '../../contract/orders.ts';
import { downloadPath } from '../../purchase/purchase.ts';
import { AskFirst } from '../AskFirst.tsx';
import { LoadError, OutcomeMessage } from '../OutcomeMessage.tsx';
import { orderQuery, showOrder } from '../queries.ts';
import { showModal } from '../show-modal.ts';
import { closeOrder } from './address.ts';
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
      <OutcomeMessage
        done={copying.isSuccess ? 'Copied. Send it only to the buyer.' : null}
        error={copying.isError ? 'This browser didn’t let the page copy.' : null}
      />
    </div>
  );
}

type Change = { access: Access; label: string; question: string };

const BLOCK: Change = {
  access: 'blocked',
  label: 'Block downloads',
  question:
    'Block downloads? The buyer’s links stop working right away, and their page says the order is on hold. Nothing is refunded.',
};

const open = (question: string): Change => ({ access: 'open', label: 'Open downloads', question });

const CHANGES: Readonly<Record<OrderStatus, Change | null>> = {
  pending: null,
  failed: null,
  paid: BLOCK,
  blocked: open('Open downloads? The buyer’s links work again right away.'),
  refunded: open('This order was refunded. Open downloads anyway?'),
  disputed: open('This payment is disputed. Open downloads anyway?'),
};

/** The change of access that an order's status allows; null for an order without files. */
export const changeFor = (status: OrderStatus): Change | null => CHANGES[status];

/** Blocks or opens the buyer's downloads, after a confirmation. */
function OrderAccess({ order: { number, status } }: { order: OrderDetail }) {
  const changing = useMutation({
    mutationFn: (access: Access) => setAccess(number, access),
    onSuccess: showOrder,
  });
  const change = changeFor(status);
  if (!change) return null;
  return (
    <div className="mt-3">
      <AskFirst
        label={change.label}
        question={change.question}
        isBusy={changing.isPending}
        onYes={() => changing.mutate(change.access)}
      />
      <OutcomeMessage error={changing.error} />
    </div>
  );
}
