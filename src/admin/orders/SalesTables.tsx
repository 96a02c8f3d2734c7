import type { ReactNode } from 'react';
import type { SalesResponse, SalesSum } from '../../contract/admin-orders.ts';
import { formatMoney } from '../../content/money.ts';
import { zoneWords } from '../../contract/time-zone.ts';
import { dayWords } from '../time.ts';
import type { LabeledProduct } from './product-labels.ts';
import { barsTotal, barTotal, hasSales, netAmount, NO_SALES, sumOf, unitOf } from './sums.ts';

type Row = { key: string; name: ReactNode; cells: readonly string[] };

type TableProps = {
  caption: string;
  columns: readonly string[];
  rows: readonly Row[];
  total: readonly string[];
  /** Cells with this text are toned down. */
  quiet?: string;
};

/** Styled in src/styles/admin.css. */
function SumsTable({ caption, columns, rows, total, quiet }: TableProps) {
  const cellsOf = (cells: readonly string[]) =>
    cells.map((cell, index) => (
      <td key={columns[index + 1]} className={cell === quiet ? 'text-quiet' : ''}>
        {cell}
      </td>
    ));
  return (
    <table className="sums">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, cells }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {cellsOf(cells)}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          {cellsOf(total)}
        </tr>
      </tfoot>
    </table>
  );
}

type Props = { sales: SalesResponse; products: readonly LabeledProduct[] };

/** The sales by product, which is also the chart's legend. Phones hide its last two columns. */
export function SalesByProduct({ sales, products }: Props) {
  const money = (amount: number) => formatMoney(amount, sales.currency);
  const cellsOf = (sum: SalesSum) => [
    sum.orders.toLocaleString('en-US'),
    money(sum.amount),
    money(sum.refunded),
    money(netAmount(sum)),
  ];
  const rows = products.map(({ product, label, hue, pattern }, index) => ({
    key: product,
    name: (
      <span className="flex items-center gap-2.5">
        <span
          className="product-fill size-4.5 rounded-[4px]"
          data-hue={hue}
          data-pattern={pattern}
        />
        {label}
      </span>
    ),
    cells: cellsOf(sales.products[index]?.sum ?? NO_SALES),
  }));
  return (
    <div className="sums-by-product [&_caption]:sr-only">
      <SumsTable
        caption="Sales by product"
        columns={['Product', 'Orders', 'Sales', 'Refunded', 'Net']}
        rows={rows}
        total={cellsOf(sales.total)}
      />
    </div>
  );
}

/** The chart's numbers as a table, with the refunds. */
export function SalesByBar({ sales: { bars, currency, time_zone: timeZone }, products }: Props) {
  const isByDay = unitOf(bars[0]) === 'day';
  const words = isByDay ? 'Day by day' : 'Month by month';
  const money = (amount: number) => formatMoney(amount, currency);
  const cellsOf = (amounts: readonly number[], all: SalesSum) => [
    ...amounts.map(money),
    money(all.amount),
    all.orders.toLocaleString('en-US'),
    money(all.refunded),
  ];
  const rows = bars
    .filter((bar) => hasSales(barTotal(bar)))
    .map((bar) => ({
      key: bar.from,
      name: <time dateTime={bar.from}>{dayWords(bar.from, 'short')}</time>,
      cells: cellsOf(
        products.map(({ product }) => sumOf(bar, product).amount),
        barTotal(bar),
      ),
    }));
  const totals = products.map(({ product }) =>
    bars.reduce((sum, bar) => sum + sumOf(bar, product).amount, 0),
  );
  return (
    <details className="mt-6 border-t border-rule pt-2">
      <summary className="link inline-block cursor-pointer py-2">{words}</summary>
      {/* A keyboard can scroll only an element that takes the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <section className="sums-scrolled max-h-128 overflow-auto" aria-label={words} tabIndex={0}>
        <SumsTable
          caption={`Sales in ${currency}. Days run on ${zoneWords(timeZone)}. Days and months without an order are left out.`}
          columns={[
            isByDay ? 'Day' : 'Month',
            ...products.map(({ label }) => label),
            'Sales',
            'Orders',
            'Refunded',
          ]}
          rows={rows}
          total={cellsOf(totals, barsTotal(bars))}
          quiet={money(0)}
        />
      </section>
    </details>
  );
}
