import type { SalesResponse } from '../../contract/admin-orders.ts';
import { formatMoney } from '../../content/money.ts';
import { useStore } from '../store.ts';
import type { Reading } from '../queries.ts';
import { Skeleton } from '../Skeleton.tsx';
import { useNow } from '../Time.tsx';
import { RANGES } from './address.ts';
import { chooseRange, salesRange } from './orders.ts';
import { labelProducts, type ProductLabels } from './product-labels.ts';
import { SalesChart } from './SalesChart.tsx';
import { SalesByBar, SalesByProduct } from './SalesTables.tsx';
import { netAmount, spanWords } from './sums.ts';

type Props = { sales: Reading<SalesResponse>; labels: ProductLabels };

/** The sales of the range that the owner has chosen. */
export function Sales({ sales: { value, error }, labels }: Props) {
  const range = useStore(salesRange);
  const now = useNow();
  const products = value ? labelProducts(value.products, labels) : [];
  const isOld = value !== null && value.range !== range;
  return (
    <section aria-label="Sales" aria-busy={isOld || value === null} className="mt-5">
      {value === null && error === null && <Skeleton words="Adding up sales..." lines={4} />}
      {value && (
        <div className={`note ${isOld ? 'opacity-60' : ''}`} data-sales={value.range}>
          <p className="mb-4 text-small text-quiet">
            {spanWords(value.bars, value.time_zone, now)}
          </p>
          <SalesFigures sales={value} />
          {value.bars.length > 1 && value.total.amount > 0 && (
            <SalesChart bars={value.bars} currency={value.currency} products={products} />
          )}
          <div className="mt-5 grid gap-x-12 gap-y-6 lg:grid-cols-[1fr_17rem]">
            <SalesByProduct sales={value} products={products} />
            <p className="text-small text-quiet">
              Orders and their refunds count on the day the checkout began. Stripe’s fees aren’t
              deducted.
              {value.total.discount > 0 &&
                ` Promotion codes took ${formatMoney(value.total.discount, value.currency)} off; these are the sums after it.`}
            </p>
          </div>
          {value.bars.length > 1 && <SalesByBar sales={value} products={products} />}
        </div>
      )}
    </section>
  );
}

function SalesFigures({ sales: { total, currency } }: { sales: SalesResponse }) {
  const figures = [
    { name: 'Orders', figure: total.orders.toLocaleString('en-US') },
    { name: 'Sales', figure: formatMoney(total.amount, currency) },
    { name: 'Refunded', figure: formatMoney(total.refunded, currency) },
    { name: 'Net', figure: formatMoney(netAmount(total), currency) },
  ];
  return (
    <dl
      className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-[repeat(4,auto)]"
      aria-live="polite"
      aria-atomic="true"
    >
      {figures.map(({ name, figure }) => (
        <div key={name}>
          <dt className="text-small text-quiet">{name}</dt>
          <dd className="mt-0.5 font-serif text-heading/[1.1] font-semibold tabular-nums">
            {figure}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Chooses the range of the sales. */
export function SalesRanges() {
  const chosen = useStore(salesRange);
  return (
    <fieldset className="flex max-w-full rounded-control border-[1.5px] border-control bg-card p-1">
      <legend className="sr-only">Sales of</legend>
      {RANGES.map(({ range, label }) => (
        <label
          key={range}
          className="choice grid min-h-11 flex-[1_0_auto] place-items-center rounded-[0.5rem] px-1.5 text-small font-medium hover:bg-leaf-tint has-checked:bg-leaf has-checked:text-on-leaf md:px-4 forced-colors:has-checked:bg-[color:Highlight] forced-colors:has-checked:text-[color:HighlightText] forced-colors:has-checked:forced-color-adjust-none"
        >
          <input
            type="radio"
            name="range"
            value={range}
            className="sr-only"
            checked={range === chosen}
            onChange={() => chooseRange(range)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
