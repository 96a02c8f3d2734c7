import type { OrderPage } from '../../contract/admin-orders.ts';
import { daysLeftWords } from '../time.ts';
import { orderAddress } from './address.ts';

/** The withdrawn orders that the owner has to refund in Stripe. Renders nothing if there are none. */
export function Withdrawn({ orders }: { orders: OrderPage['waiting']['withdrawn'] }) {
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby="withdrawn" className="note mt-6 border-l-4 border-coin">
      <h2 id="withdrawn" className="text-title">
        To refund in Stripe
      </h2>
      <ul className="mt-2">
        {orders.map(({ number, guide_name: name, due_on: dueOn }) => (
          <li key={number} className="flex flex-wrap items-baseline gap-x-4 py-1">
            <a className="link py-1 font-mono text-small" href={orderAddress(number)}>
              {number}
            </a>
            <span>{name}</span>
            <strong className="text-small">{daysLeftWords(dueOn)}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}
