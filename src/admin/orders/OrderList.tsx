import { useEffect, useRef, useState } from 'react';
import type { OrderPage, OrderRow as Order } from '../../contract/admin-orders.ts';
import { formatMoney } from '../../content/money.ts';
import type { ProductLabels } from './product-labels.ts';
import { listMore } from './orders.ts';
import { orderAddress } from './address.ts';
import { countOrders, downloadWords, hasFiles } from './OrderFacts.tsx';
import { StateBadge } from './StateBadge.tsx';
import { useKeptFocus } from '../Action.tsx';
import { RefreshButton } from '../RefreshButton.tsx';
import { Skeleton } from '../Skeleton.tsx';
import { Time } from '../Time.tsx';

type Props = { orders: OrderPage | null; labels: ProductLabels };

/** All orders, newest first, loaded page by page. */
export function OrderList({ orders: value, labels }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const [isAdding, setAdding] = useState(false);
  const [addError, setAddError] = useState<unknown>(null);
  const focusAt = useRef<number | null>(null);

  const section = useKeptFocus(addError === null ? 'shown' : 'failed');
  // The button disappears after the last page and after a failure. The first new order then gets the focus.
  useEffect(() => {
    if (focusAt.current === null) return;
    list.current?.children[focusAt.current]?.querySelector('a')?.focus({ preventScroll: true });
    focusAt.current = null;
  });

  async function showMore(): Promise<void> {
    const shown = value?.orders.length ?? 0;
    setAdding(true);
    try {
      const isLast = !(await listMore());
      setAddError(null);
      if (isLast || addError !== null) focusAt.current = shown;
    } catch (caught) {
      setAddError(caught);
    } finally {
      setAdding(false);
    }
  }

  return (
    <section ref={section} aria-labelledby="every-order" className="mt-12">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="every-order" className="text-title">
          All orders{' '}
        </h2>
        <p className="text-small text-quiet" aria-live="polite">
          {value &&
            `${value.orders.length.toLocaleString('en-US')} of ${countOrders(value.total)}, newest first, in your local time`}
        </p>
      </div>
      {value === null && <Skeleton words="Reading the orders..." lines={5} />}
      <ol ref={list} className="@container mt-3">
        {value?.orders.map((order) => (
          <OrderRow key={order.number} order={order} labels={labels} />
        ))}
      </ol>
      <RefreshButton
        what="More orders"
        reading={{
          value: null,
          error: addError,
          isReading: isAdding,
          read: () => void showMore(),
        }}
      />
      {value && value.next !== null && addError === null && (
        <button
          type="button"
          className="button-quiet mt-6 w-full sm:w-auto"
          aria-disabled={isAdding}
          onClick={() => void (isAdding || showMore())}
        >
          {isAdding ? 'Loading...' : 'Show more'}
        </button>
      )}
    </section>
  );
}

type RowProps = { order: Order; labels: ProductLabels };

/** One order in the list. The link is only the number, but a click anywhere in the row opens the order. */
function OrderRow({ order, labels }: RowProps) {
  const known = labels[order.product_type];
  return (
    <li className="order-row" data-hue={known?.hue ?? 'moss'} data-order={order.number}>
      <span
        className="self-stretch rounded-full bg-hue forced-color-adjust-none [grid-area:spine]"
        aria-hidden="true"
      />
      <span className="min-w-0 font-semibold [grid-area:product]">
        {known?.label ?? order.guide_name}
      </span>
      <span className="flex flex-wrap gap-x-4 font-mono text-small text-quiet [grid-area:number]">
        <a
          className="outline-none after:absolute after:inset-0 after:rounded-small after:outline-offset-2 after:outline-leaf focus-visible:after:outline-3"
          href={orderAddress(order.number)}
        >
          {order.number}
        </a>
        <span>
          <span className="font-sans">ref.</span> {order.reference}
        </span>
      </span>
      <span className="justify-self-end text-right [grid-area:amount]">
        <span className="price">{formatMoney(order.amount, order.currency)}</span>
        {order.discount > 0 && (
          <span className="block text-small text-quiet">
            {formatMoney(order.discount, order.currency)} off
          </span>
        )}
        {order.refunded > 0 && (
          <span className="block text-small text-quiet">
            {formatMoney(order.refunded, order.currency)} back
          </span>
        )}
      </span>
      <span className="flex flex-wrap gap-x-4 text-small [grid-area:status] @min-[40rem]:flex-col">
        <StateBadge state={order.status} />
        {hasFiles(order) && <span className="text-quiet">{downloadWords(order.downloads)}</span>}
      </span>
      <Time
        at={order.created_at}
        className="justify-self-end text-small whitespace-nowrap text-quiet [grid-area:when]"
      />
    </li>
  );
}
