import type { OrderRow as Order } from '../../contract/admin-orders.ts';
import { formatMoney } from '../../content/money.ts';
import { Time } from '../Time.tsx';
import { orderAddress } from './address.ts';
import { downloadWords, hasFiles } from './order-messages.ts';
import type { ProductLabels } from './product-labels.ts';
import { StatusBadge } from './StatusBadge.tsx';

type Props = { order: Order; labels: ProductLabels };

/** One order in the list. The whole row opens it; its link is the number alone. */
export function OrderRow({ order, labels }: Props) {
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
      <a
        className="font-mono text-small text-quiet outline-none [grid-area:number] after:absolute after:inset-0 after:rounded-small after:outline-offset-2 after:outline-leaf focus-visible:after:outline-3"
        href={orderAddress(order.number)}
      >
        {order.number}
      </a>
      <span className="justify-self-end text-right [grid-area:amount]">
        <span className="price">{formatMoney(order.amount, order.currency)}</span>
        {order.refunded > 0 && (
          <span className="block text-small text-quiet">
            {formatMoney(order.refunded, order.currency)} back
          </span>
        )}
      </span>
      <span className="flex flex-wrap gap-x-4 text-small [grid-area:status] @min-[40rem]:flex-col">
        <StatusBadge status={order.status} />
        {hasFiles(order) && <span className="text-quiet">{downloadWords(order.downloads)}</span>}
      </span>
      <Time
        at={order.created_at}
        className="justify-self-end text-small whitespace-nowrap text-quiet [grid-area:when]"
      />
    </li>
  );
}
