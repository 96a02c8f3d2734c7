import type { OrderRow as Order } from '../../contract/admin-orders.ts';
import { orderAddress } from './address.ts';
import type { Marks } from './product-labels.ts';
import { downloadWords, hasFiles } from './order-messages.ts';
import { localTime, utcTime } from '../time.ts';
import { formatMoney } from '../../content/money.ts';
import { StateMark } from './StatusBadge.tsx';

type Props = { order: Order; marks: Marks; now: number };

/** One order in the list. The whole row opens it; its link is the number alone. */
export function OrderRow({ order, marks, now }: Props) {
  const mark = marks[order.product_type];
  return (
    <li className="order-row" data-hue={mark?.hue ?? 'moss'} data-order={order.number}>
      <span className="order-book" aria-hidden="true" />
      <span className="order-what font-semibold">{mark?.label ?? order.guide_name}</span>
      <a className="order-link font-mono text-small text-quiet" href={orderAddress(order.number)}>
        {order.number}
      </a>
      <span className="order-money">
        <span className="price">{formatMoney(order.amount, order.currency)}</span>
        {order.refunded > 0 && (
          <span className="block text-small text-quiet">
            {formatMoney(order.refunded, order.currency)} back
          </span>
        )}
      </span>
      <span className="order-state text-small">
        <StateMark status={order.status} />
        {hasFiles(order) && <span className="text-quiet">{downloadWords(order.downloads)}</span>}
      </span>
      <time
        className="order-when text-small text-quiet"
        dateTime={order.created_at}
        title={utcTime(order.created_at)}
      >
        {localTime(order.created_at, now)}
      </time>
    </li>
  );
}
