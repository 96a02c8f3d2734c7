import { type Ref, useEffect, useRef } from 'react';
import type { OrderPage, OrderRow as ListedOrder } from '../../contract/admin-orders.ts';
import type { ProductType } from '../../contract/catalog.ts';
import { money } from '../../contract/money.ts';
import { unbroken } from '../../contract/ranges.ts';
import type { Hue } from '../../content/hues.ts';
import { Time } from '../Time.tsx';
import { orderAddress } from './open-order.ts';
import { StatusBadge } from './StatusBadge.tsx';

export type ProductLabels = Readonly<Record<ProductType, { label: string; hue: Hue }>>;

type Props = {
  pages: readonly OrderPage[];
  labels: ProductLabels;
  isLoading: boolean;
  onMore: () => void;
};

/** A new order pushes an older one to the next page, so two pages can contain the same order. */
export const uniqueOrders = (pages: readonly OrderPage[]): OrderPage['orders'] => {
  const orders = pages.flatMap((page) => page.orders);
  return [...new Map(orders.map((order) => [order.number, order])).values()];
};

export function OrderList({ pages, labels, isLoading, onMore }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const orders = uniqueOrders(pages);
  const last = pages.at(-1);
  const firstNewIndex = uniqueOrders(pages.slice(0, -1)).length;

  // The pressed button may be gone, so the focus moves to the first order that was added.
  useEffect(() => {
    if (pages.length === 1) return;
    list.current?.children[firstNewIndex]?.querySelector('a')?.focus({ preventScroll: true });
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

const countOrders = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'order' : 'orders'}`;

type RowsProps = {
  orders: readonly ListedOrder[];
  labels: ProductLabels;
  ref?: Ref<HTMLOListElement>;
};

/** Only the number is a link, but a click anywhere in the row opens the order. */
export const OrderRows = ({ orders, labels, ref }: RowsProps) => (
  <ol ref={ref} className="@container mt-3">
    {orders.map((order) => (
      <OrderRow key={order.number} order={order} product={labels[order.product_type]} />
    ))}
  </ol>
);

type RowProps = { order: ListedOrder; product: ProductLabels[ProductType] | undefined };

function OrderRow({ order, product }: RowProps) {
  const { number, amount, refunded, currency } = order;
  return (
    <li className="order-row" data-hue={product?.hue ?? 'moss'} data-order={number}>
      <span
        className="self-stretch rounded-full bg-hue forced-color-adjust-none [grid-area:spine]"
        aria-hidden="true"
      />
      <span className="min-w-0 font-semibold [grid-area:product]">
        {product?.label ?? unbroken(order.guide_name)}
      </span>
      <a
        className="font-mono text-small text-quiet outline-none [grid-area:number] after:absolute after:inset-0 after:rounded-small after:outline-offset-2 after:outline-leaf focus-visible:after:outline-3"
        href={orderAddress(number)}
      >
        MSK-{number}
      </a>
      <span className="[grid-area:amount] @min-[16rem]:justify-self-end @min-[16rem]:text-right">
        <span className="price">{money(amount, currency)}</span>
        {refunded > 0 && refunded < amount && (
          <span className="block text-small text-quiet">Refunded {money(refunded, currency)}</span>
        )}
      </span>
      <span className="text-small [grid-area:status]">
        <StatusBadge {...order} />
      </span>
      <Time
        at={order.sold_at}
        className="text-small whitespace-nowrap text-quiet [grid-area:when] @min-[16rem]:justify-self-end"
      />
    </li>
  );
}
