import { useState } from 'react';
import { readReport } from '../../api/admin-orders.ts';
import type { ReportPeriod, ReportResponse, ReportSum } from '../../contract/admin-orders.ts';
import { formatMoney } from '../../content/money.ts';
import { zoneWords } from '../../contract/time-zone.ts';
import { type Reading, useReading } from '../queries.ts';
import { reasonOf } from '../reason.ts';
import { monthWords } from '../time.ts';
import type { ProductLabels } from './product-labels.ts';
import { ReportChart } from './ReportChart.tsx';

const COLUMNS = ['Orders', 'Gross', 'Refunded', 'Tax', 'Net'];

export const reportOf = (period: ReportPeriod) => ({
  queryKey: ['report', period],
  queryFn: () => readReport(period),
});

type Props = { thisMonth: Reading<ReportResponse>; labels: ProductLabels };

/** What was sold, by month and product. */
export function Report({ thisMonth, labels }: Props) {
  const lastMonth = useReading(reportOf('last-month'));
  const [hasYear, setYear] = useState(false);
  const { value } = thisMonth;
  return (
    <section aria-labelledby="sales" className="note mt-6">
      <h2 id="sales" className="text-title">
        Sales
      </h2>
      <div className="mt-4 grid gap-x-12 gap-y-6 lg:grid-cols-[1fr_17rem]">
        {/* A keyboard can scroll only an element that takes the focus. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
        <section className="min-w-0 overflow-x-auto" aria-label="Sales by product" tabIndex={0}>
          <table className="report">
            <thead>
              <tr>
                <th scope="col">Product</th>
                {COLUMNS.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <PeriodRows name="This month" reading={thisMonth} labels={labels} />
            <PeriodRows name="Last month" reading={lastMonth} labels={labels} />
            {hasYear && <YearRows labels={labels} />}
          </table>
          {!hasYear && (
            <button type="button" className="link py-2 text-small" onClick={() => setYear(true)}>
              Show the last 12 months
            </button>
          )}
        </section>
        {value && (
          <div className="text-small text-quiet">
            <ReportChart days={value.days} currency={value.currency} />
            <p className="mt-3">
              Months and days run on {zoneWords(value.time_zone)}. An order and its refunds count on
              the day its checkout began. Stripe’s fees aren’t deducted.
            </p>
            <a className="link mt-1 inline-block py-2" href={value.stripe_url}>
              Charts, fees and payouts in Stripe
            </a>
          </div>
        )}
      </div>
    </section>
  );
}

function YearRows({ labels }: { labels: ProductLabels }) {
  const year = useReading(reportOf('last-12-months'));
  return <PeriodRows name="Last 12 months" reading={year} labels={labels} />;
}

type RowsProps = { name: string; reading: Reading<ReportResponse>; labels: ProductLabels };

/** A row for each product and currency of a period, and one for the total in each currency. */
function PeriodRows({ name, reading: { value, error, isReading, read }, labels }: RowsProps) {
  return (
    <tbody aria-busy={isReading}>
      <tr>
        <th scope="rowgroup" colSpan={1 + COLUMNS.length}>
          {name}
          {value && <span className="text-quiet"> {monthWords(value.from, value.to)}</span>}
        </th>
      </tr>
      {value?.products.map(({ product_type: type, name: full, ...sum }) => (
        <SumRow key={type + sum.currency} name={labels[type]?.label ?? full} sum={sum} />
      ))}
      {value?.totals.map((sum) => (
        <SumRow key={sum.currency} name={`Total, ${sum.currency}`} sum={sum} />
      ))}
      {!value?.totals.length && (
        <tr>
          <td colSpan={1 + COLUMNS.length}>
            {value && 'No orders.'}
            {!value && (isReading ? 'Adding up...' : reasonOf(error))}
            {!value && !isReading && (
              <button type="button" className="link ml-3" onClick={read}>
                Add up again
              </button>
            )}
          </td>
        </tr>
      )}
    </tbody>
  );
}

function SumRow({ name, sum }: { name: string; sum: ReportSum }) {
  const money = (amount: number) => formatMoney(amount, sum.currency);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{sum.orders.toLocaleString('en-US')}</td>
      {[sum.gross, sum.refunded, sum.tax, sum.net].map((amount, index) => (
        <td key={COLUMNS[index + 1]}>{money(amount)}</td>
      ))}
    </tr>
  );
}
