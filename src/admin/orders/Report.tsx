import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReportPeriod, ReportSum } from '../../contract/admin-orders.ts';
import { money } from '../../contract/money.ts';
import { errorMessage, reportQuery } from '../queries.ts';
import { formatMonths } from '../time.ts';
import type { ProductLabels } from './OrderList.tsx';

const COLUMNS = ['Orders', 'Gross', 'Refunded', 'Tax', 'Net'];

/** Sales by product. The last twelve months are only loaded on request. */
export function Report({ labels }: { labels: ProductLabels }) {
  const { data } = useQuery(reportQuery('this-month'));
  const [showsYear, setShowsYear] = useState(false);
  return (
    <section aria-labelledby="sales" className="note mt-14">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="sales" className="text-title">
          Sales
        </h2>
        {data && (
          <a className="link py-2 text-small" href={data.stripe_url}>
            Payments in Stripe
          </a>
        )}
      </div>
      {/* A keyboard can scroll only an element that takes the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <section className="mt-4 overflow-x-auto" aria-label="Sales by product" tabIndex={0}>
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
          <PeriodRows name="This month" period="this-month" labels={labels} />
          <PeriodRows name="Last month" period="last-month" labels={labels} />
          {showsYear && (
            <PeriodRows name="Last 12 months" period="last-12-months" labels={labels} />
          )}
        </table>
        <button
          type="button"
          className="link py-2 text-small"
          aria-pressed={showsYear}
          onClick={() => setShowsYear(!showsYear)}
        >
          Last 12 months
        </button>
      </section>
    </section>
  );
}

type RowsProps = { name: string; period: ReportPeriod; labels: ProductLabels };

function PeriodRows({ name, period, labels }: RowsProps) {
  const { data, error, isFetching, refetch } = useQuery(reportQuery(period));
  const emptyText = (): string => {
    if (data) return 'No orders.';
    return isFetching ? 'Adding up...' : errorMessage(error);
  };
  return (
    <tbody aria-busy={isFetching}>
      <tr>
        <th scope="rowgroup" colSpan={1 + COLUMNS.length}>
          <span>{name}</span>
          {data && <span className="ml-2 text-quiet">{formatMonths(data.from, data.to)}</span>}
        </th>
      </tr>
      {data?.products.map(({ product_type: type, name: fullName, ...sum }) => (
        <SumRow key={type + sum.currency} name={labels[type]?.label ?? fullName} sum={sum} />
      ))}
      {data?.totals.map((sum) => (
        <SumRow key={sum.currency} name={`Total, ${sum.currency}`} sum={sum} />
      ))}
      {!data?.totals.length && (
        <tr>
          <td colSpan={1 + COLUMNS.length}>
            <span>{emptyText()}</span>
            {!data && !isFetching && (
              <button type="button" className="link ml-3" onClick={() => void refetch()}>
                Try again
              </button>
            )}
          </td>
        </tr>
      )}
    </tbody>
  );
}

function SumRow({ name, sum }: { name: string; sum: ReportSum }) {
  const amounts = [sum.gross, sum.refunded, sum.tax, sum.net];
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{sum.orders.toLocaleString('en-US')}</td>
      {amounts.map((amount, index) => (
        <td key={COLUMNS[index + 1]}>{money(amount, sum.currency)}</td>
      ))}
    </tr>
  );
}
