import { ApiError } from '../../api/request.ts';
import { formatMoney } from '../../content/money.ts';
import type { OrderDetail, OrderRow } from '../../contract/admin-orders.ts';
import type { OrderStatus } from '../../contract/orders.ts';
import { downloadPath } from '../../purchase/session-id.ts';
import { closeOrder } from './address.ts';
import { orderOf } from './orders.ts';
import { OrderAccess } from './OrderAccess.tsx';
import { OrderFacts, OrderHistory } from './OrderFacts.tsx';
import { OrderReceipt } from './OrderReceipt.tsx';
import { InlineStatus, useAction } from '../Action.tsx';
import { RefreshButton } from '../RefreshButton.tsx';
import { Skeleton } from '../Skeleton.tsx';
import { StateBadge } from './StateBadge.tsx';
import { Time } from '../Time.tsx';
import { showModal } from '../show-modal.ts';
import { useReading } from '../queries.ts';

/** What a status means for the buyer. */
const MEANING: Readonly<Record<OrderStatus, string>> = {
  pending:
    'The bank hasn’t confirmed the payment yet. The buyer gets the files as soon as it does.',
  paid: 'The buyer can download.',
  failed: 'The bank declined the payment. Nothing was charged, and there’s no download.',
  refunded: 'Refunded, so downloads are blocked.',
  disputed: 'The buyer’s bank has taken the payment back for now, so downloads are blocked.',
  blocked: 'You blocked downloads. The buyer’s page says the order is on hold and whom to contact.',
};

type StatusAndMoney = Pick<OrderRow, 'status' | 'amount' | 'refunded' | 'currency'>;

/** An order's status and refunds in a sentence or two. */
export function meaningOf({ status, amount, refunded, currency }: StatusAndMoney): string {
  if (status !== 'paid' || refunded === 0) return MEANING[status];
  const back = refunded < amount ? formatMoney(refunded, currency) : 'The full amount';
  return `${back} was refunded. ${MEANING.paid}`;
}

type Props = { number: string; listed: OrderRow | undefined };

/** Shows one order in a dialog over the list, whose row stands in until the whole order has loaded. */
export function OrderDialog({ number, listed }: Props) {
  const reading = useReading(orderOf(number));
  const { value, error } = reading;
  const order = value ?? listed;
  const isUnknown = error instanceof ApiError && error.status === 404;

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
          Order number: <span className="whitespace-nowrap">{number}</span>
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
                <StateBadge state={order.status} />
              </p>
              <p className="mt-1">{meaningOf(order)}</p>
              {value?.disputes.map(({ id, says, due_by: dueBy }) => (
                <p key={id} className="mt-1">
                  <span>{says}.</span>{' '}
                  {dueBy !== null && (
                    <span>
                      Answer by <Time at={dueBy} /> in Stripe.
                    </span>
                  )}
                </p>
              ))}
              {value && value.refund_due_since !== null && (
                <p className="mt-1">
                  Withdrawn on <Time at={value.refund_due_since} />, refund in Stripe.
                </p>
              )}
            </div>
            <OrderFacts order={order} payment={value?.payment_id ?? null} />
          </>
        )}
        {value && <OrderLinks order={value} />}
        {value && <OrderAccess order={value} />}
        {value && <OrderReceipt order={value} />}
        {value && <OrderHistory history={value.history} />}
        {!value && error === null && <Skeleton words="Reading its history..." lines={3} />}
        {isUnknown ? (
          <p className="mt-6">No order has this number. Perhaps a letter or digit is not right.</p>
        ) : (
          <RefreshButton what="The order" reading={{ ...reading, value: order ?? null }} />
        )}
      </div>
    </dialog>
  );
}

const COPIED =
  'Copied. Anyone with this link can download the files, so send it only to the buyer.';
const NOT_COPIED = 'Couldn’t copy: the browser doesn’t let this page use the clipboard.';

async function copyDownloadPage(sessionId: string): Promise<string> {
  const page = new URL(downloadPath(sessionId), window.location.href);
  await navigator.clipboard.writeText(page.href);
  return COPIED;
}

/** Links from an order to Stripe and to its buyer's download page. */
function OrderLinks({ order }: { order: OrderDetail }) {
  const { message, run } = useAction();
  return (
    <div className="mt-6">
      {order.stripe_url !== null && (
        <p className="mb-3 text-small text-quiet">
          The buyer’s email address is with the payment in Stripe. The shop doesn’t store it.
        </p>
      )}
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
          onClick={() =>
            void run(
              () => copyDownloadPage(order.session_id),
              () => NOT_COPIED,
            )
          }
        >
          Copy the buyer’s download page
        </button>
      </p>
      <InlineStatus message={message} />
    </div>
  );
}
