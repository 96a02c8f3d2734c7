import type { SalesResponse } from '../../contract/admin-orders.ts';
import { type Marks, marksOf } from './product-labels.ts';
import { salesRange } from './orders.ts';
import type { Reading } from '../resource.ts';
import { useStore } from '../../store/use-store.ts';
import { SalesChart } from './SalesChart.tsx';
import { SalesFigures } from './SalesFigures.tsx';
import { SalesPatterns } from './SalesPatterns.tsx';
import { SalesByBar } from './SalesByBar.tsx';
import { SalesByProduct } from './SalesByProduct.tsx';
import { Skeleton } from '../Skeleton.tsx';

type Props = { sums: Reading<SalesResponse>; marks: Marks };

/** What was sold in a time that the owner chooses. */
export function Sales({ sums: { value, error }, marks: known }: Props) {
  const range = useStore(salesRange);
  const marks = value ? marksOf(value.products, known) : [];
  const isOld = value !== null && value.range !== range;
  return (
    <section aria-label="What was sold" aria-busy={isOld || value === null} className="mt-5">
      {value === null && error === null && <Skeleton words="Adding up the sums..." lines={4} />}
      {value && (
        <div className={`note ${isOld ? 'opacity-60' : ''}`} data-sales={value.range}>
          <SalesPatterns marks={marks} />
          <SalesFigures total={value.total} currency={value.currency} />
          {value.bars.length > 1 && value.total.amount > 0 && (
            <SalesChart bars={value.bars} currency={value.currency} marks={marks} />
          )}
          <div className="mt-5 grid gap-x-12 gap-y-6 lg:grid-cols-[1fr_17rem]">
            <SalesByProduct sales={value} marks={marks} />
            <p className="text-small text-quiet">
              Days are those of UTC. An order counts on the day its checkout began, and so does what
              of it was given back. Stripe’s fees are not taken off.
            </p>
          </div>
          {value.bars.length > 1 && <SalesByBar sales={value} marks={marks} />}
        </div>
      )}
    </section>
  );
}
