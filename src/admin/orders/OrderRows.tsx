import type { Ref } from 'react';
import type { ProductType } from '../../contract/catalogue.ts';
import type { OrderRow as Order } from '../../contract/admin-orders.ts';
import { money } from '../../contract/money.ts';
import type { Hue } from '../../samples/art/colors.ts';
import { Time } from '../Time.tsx';
import { orderAddress } from './address.ts';
import { OrderStatus } from './OrderStatus.tsx';

/** Each product's short name and hue on the shop's pages. */
export type ProductLabels = Readonly<Record<ProductType, { label: string; hue: Hue }>>;

/** "1 order", "1,204 orders". */
export const countOrders = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'order' : 'orders'}`;

type Props = {
  orders: readonly Order[];
  labels: ProductLabels;
  ref?: Ref<HTMLOListElement>;
};

/** A list of orders. Each link is only the number, but a click anywhere in the row opens the order. */
export const OrderRows = ({ orders, labels, ref }: Props) => (
  <ol ref={ref} className="@container mt-3">
    {orders.map((order) => (
      <OrderRow key={order.number} order={order} known={labels[order.product_type]} />
    ))}
  </ol>
);

type RowProps = { order: Order; known: ProductLabels[ProductType] | undefined };

function OrderRow({ order, known }: RowProps) {
  const { number, amount, refunded, currency } = order;
  return (
    <li className="order-row" data-hue={known?.hue ?? 'moss'} data-order={number}>
      <span
        className="self-stretch rounded-full bg-hue forced-color-adjust-none [grid-area:spine]"
        aria-hidden="true"
      />
      <span className="min-w-0 font-semibold [grid-area:product]">
        {known?.label ?? order.guide_name}
      </span>
      <a
        className="font-mono text-small text-quiet outline-none [grid-area:number] after:absolute after:inset-0 after:rounded-small after:outline-offset-2 after:outline-leaf focus-visible:after:outline-3"
        href={orderAddress(number)}
      >
        MSK-{number}
      </a>
      <span className="justify-self-end text-right [grid-area:amount]">
        <span className="price">{money(amount, currency)}</span>
        {refunded > 0 && refunded < amount && (
          <span className="block text-small text-quiet">Refunded {money(refunded, currency)}</span>
        )}
      </span>
      <span className="text-small [grid-area:status]">
        <OrderStatus {...order} />
      </span>
      <Time
        at={order.sold_at}
        className="justify-self-end text-small whitespace-nowrap text-quiet [grid-area:when]"
      />
    </li>
  );
}
