import type { SalesSum } from '../../contract/sales.ts';
import { keptOf } from '../../lib/desk/sums.ts';
import { formatMoney } from '../../lib/money.ts';

type Props = { total: SalesSum; currency: string };

/** The figures that matter, large. */
export function SalesFigures({ total, currency }: Props) {
  const figures = [
    { name: 'Orders', figure: total.orders.toLocaleString('en-US') },
    { name: 'Sold', figure: formatMoney(total.amount, currency) },
    { name: 'Given back', figure: formatMoney(total.refunded, currency) },
    { name: 'Kept', figure: formatMoney(keptOf(total), currency) },
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
