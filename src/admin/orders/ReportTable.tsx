import type { UseQueryResult } from '@tanstack/react-query';
import type { OrderSums, ReportResponse, ReportSum } from '../../contract/admin-orders.ts';
import { money } from '../../contract/money.ts';
import { errorMessage } from '../queries.ts';
import { formatMonths } from '../time.ts';

export type Period = { name: string; query: UseQueryResult<ReportResponse> };

/** `name` is the row's first cell. */
export type ReportRow = { name: string; sum: ReportSum; isTotal?: boolean };

const AMOUNTS: readonly { title: string; field: keyof OrderSums }[] = [
  { title: 'Gross', field: 'gross' },
  { title: 'Refunded', field: 'refunded' },
  { title: 'Disputed', field: 'disputed' },
  { title: 'Tax', field: 'tax' },
  { title: 'Net', field: 'net' },
];
const COLUMN_COUNT = 2 + AMOUNTS.length;

type Props = {
  label: string;
  nameColumn: string;
  periods: readonly Period[];
  rowsOf: (report: ReportResponse) => ReportRow[];
};

export const ReportTable = ({ label, nameColumn, periods, rowsOf }: Props) => (
  // The keyboard can scroll an element only if it is focusable.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
  <section className="@container mt-4 overflow-x-auto" aria-label={label} tabIndex={0}>
    <table className="report">
      <thead>
        <tr>
          <th scope="col">{nameColumn}</th>
          <th scope="col">Orders</th>
          {AMOUNTS.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {periods.map((period) => (
        <PeriodRows key={period.name} period={period} rowsOf={rowsOf} />
      ))}
    </table>
  </section>
);

/** "This month, November 2026" */
const describePeriod = ({ name, query: { data } }: Period): string =>
  data ? `${name}, ${formatMonths(data.from, data.to)}` : name;

function PeriodRows({ period, rowsOf }: { period: Period; rowsOf: Props['rowsOf'] }) {
  const { data, isFetching } = period.query;
  const rows = data ? rowsOf(data) : [];
  return (
    <tbody aria-busy={isFetching}>
      <tr>
        <th scope="rowgroup" colSpan={COLUMN_COUNT}>
          {describePeriod(period)}
        </th>
      </tr>
      {rows.map((row) => (
        <SumRow key={row.name + row.sum.currency} {...row} />
      ))}
      {rows.length === 0 && (
        <tr>
          <td colSpan={COLUMN_COUNT}>
            <EmptyPeriod query={period.query} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

function EmptyPeriod({ query: { data, error, isFetching, refetch } }: Pick<Period, 'query'>) {
  if (data) return 'No orders.';
  if (isFetching) return 'Adding up...';
  return (
    <>
      <span>{errorMessage(error)}</span>
      <button type="button" className="link ml-3" onClick={() => void refetch()}>
        Try again
      </button>
    </>
  );
}

/** On a phone, each cell shows its column's title. */
const SumRow = ({ name, sum, isTotal = false }: ReportRow) => (
  <tr className={isTotal ? 'report-total' : undefined}>
    <th scope="row">{name}</th>
    <td data-title="Orders">{sum.orders.toLocaleString('en-US')}</td>
    {AMOUNTS.map(({ title, field }) => (
      <td key={title} data-title={title}>
        {money(sum[field], sum.currency)}
      </td>
    ))}
  </tr>
);
