import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReportResponse } from '../../contract/admin-orders.ts';
import { unbroken } from '../../contract/ranges.ts';
import { reportQuery } from '../queries.ts';
import type { ProductLabels } from './OrderList.tsx';
import { type Period, type ReportRow, ReportTable } from './ReportTable.tsx';

/** Sales by product and by promotion code. The last twelve months are loaded only on request. */
export function Report({ labels }: { labels: ProductLabels }) {
  const [showsYear, setShowsYear] = useState(false);
  const thisMonth = useQuery(reportQuery('this-month'));
  const lastMonth = useQuery(reportQuery('last-month'));
  const year = useQuery({ ...reportQuery('last-12-months'), enabled: showsYear });
  const periods: Period[] = [
    { name: 'This month', query: thisMonth },
    { name: 'Last month', query: lastMonth },
  ];
  if (showsYear) periods.push({ name: 'Last 12 months', query: year });

  return (
    <section aria-labelledby="sales" className="note mt-14">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="sales" className="text-title">
          Sales
        </h2>
        {thisMonth.data && (
          <a className="link py-2 text-small" href={thisMonth.data.stripe_url}>
            Payments in Stripe
          </a>
        )}
      </div>
      <ReportTable
        label="Sales by product"
        nameColumn="Product"
        periods={periods}
        rowsOf={(report) => productRows(report, labels)}
      />
      <button
        type="button"
        className="link py-2 text-small"
        aria-pressed={showsYear}
        onClick={() => setShowsYear(!showsYear)}
      >
        Last 12 months
      </button>
      <p className="mt-2 text-small text-quiet">
        Net is gross less refunds, disputes, and the tax on what wasn’t refunded. Amounts are before
        Stripe’s fees.
      </p>
      <p className="mt-2 text-small text-quiet">
        A refund or dispute changes the figures of the month of its sale, but Stripe’s reports count
        a refund in the month when it was made.
      </p>
      <CodeReport periods={periods} />
    </section>
  );
}

function productRows({ products, totals }: ReportResponse, labels: ProductLabels): ReportRow[] {
  const rows: ReportRow[] = [];
  for (const { product_type: type, name, ...sum } of products) {
    rows.push({ name: labels[type]?.label ?? unbroken(name), sum });
  }
  for (const sum of totals) {
    rows.push({ name: `Total, ${sum.currency}`, sum, isTotal: true });
  }
  return rows;
}

const codeRows = ({ codes }: ReportResponse): ReportRow[] =>
  codes.map(({ code, ...sum }) => ({ name: code, sum }));

function CodeReport({ periods }: { periods: readonly Period[] }) {
  const periodsWithCodes = periods.filter(({ query }) => query.data && query.data.codes.length > 0);
  if (periodsWithCodes.length === 0) return null;
  return (
    <>
      <h3 className="mt-8 text-title">Orders by code</h3>
      <p className="mt-2 text-small text-quiet">
        If you’ve given a partner a promotion code, this is what it sold. Use these figures to pay
        them; the CSV file below lists each order with its code.
      </p>
      <ReportTable
        label="Orders by code"
        nameColumn="Promotion code"
        periods={periodsWithCodes}
        rowsOf={codeRows}
      />
    </>
  );
}
