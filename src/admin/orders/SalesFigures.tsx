import type { SalesSum } from '../../contract/admin-orders.ts';
import { storedOrders } from './sums.ts';
import { formatMoney } from '../../content/money.ts';

type Props = { total: SalesSum; currency: string };

/** The figures that matter, large. */
export function SalesFigures({ total, currency }: Props) {
  const figures = [
    { name: 'Orders', figure: total.orders.toLocaleString('en-US') },
    { name: 'Sold', figure: formatMoney(total.amount, currency) },
    { name: 'Given back', figure: formatMoney(total.refunded, currency) },
    { name: 'Kept', figure: formatMoney(storedOrders(total), currency) },
  ];
  return (
    <dl className="figures" aria-live="polite" aria-atomic="true">
      {figures.map(({ name, figure }) => (
        <div key={name}>
          <dt className="text-small text-quiet">{name}</dt>
          <dd className="figure">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
