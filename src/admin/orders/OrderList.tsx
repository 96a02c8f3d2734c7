import { useEffect, useRef } from 'react';
import type { OrderPage } from '../../contract/admin-orders.ts';
import { countOrders, OrderRows, type ProductLabels } from './OrderRows.tsx';

type Props = {
  pages: readonly OrderPage[];
  labels: ProductLabels;
  isLoading: boolean;
  onMore: () => void;
};

/** The orders of several pages. An order that a newer one has pushed to the next page is in both, and is listed once. */
export const ordersIn = (pages: readonly OrderPage[]): OrderPage['orders'] => {
  const byNumber = new Map(pages.flatMap(({ orders }) => orders).map((one) => [one.number, one]));
  return [...byNumber.values()];
};

/** All orders, newest first, loaded page by page. */
export function OrderList({ pages, labels, isLoading, onMore }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const orders = ordersIn(pages);
  const last = pages.at(-1);
  const firstOfLast = ordersIn(pages.slice(0, -1)).length;

  // The button may be gone after a press, so the focus moves to the first order that was added.
  useEffect(() => {
    if (pages.length === 1) return;
    list.current?.children[firstOfLast]?.querySelector('a')?.focus({ preventScroll: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a new page moves the focus
  }, [pages.length]);

  return (
    <section aria-labelledby="every-order" className="mt-12">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="every-order" className="text-title">
          All orders
        </h2>
        <p className="text-small text-quiet" aria-live="polite">
          {`${orders.length.toLocaleString('en-US')} of ${countOrders(last?.total ?? 0)}`}
        </p>
      </div>
      <OrderRows ref={list} orders={orders} labels={labels} />
      {last && last.next !== null && (
        <button
          type="button"
          className="button-quiet mt-6 w-full sm:w-auto"
          aria-disabled={isLoading}
          onClick={() => isLoading || onMore()}
        >
          {isLoading ? 'Loading...' : 'Show more'}
        </button>
      )}
    </section>
  );
}
