import type { SalesResponse, SalesSum } from '../../contract/admin-orders.ts';
import type { Mark } from './product-labels.ts';
import { tableWords } from './sales-messages.ts';
import { addSums, barTotal, barsTotal, hasSales, sumOf } from './sums.ts';
import { dayWords } from '../time.ts';
import { formatMoney } from '../../content/money.ts';

type Props = { sales: SalesResponse; marks: readonly Mark[] };

const NOTHING: SalesSum = { orders: 0, amount: 0, refunded: 0 };

/** The numbers of the chart, and what of them was given back. */
export function SalesByBar({ sales: { bars, currency }, marks }: Props) {
  const sold = bars.filter((bar) => hasSales(barTotal(bar)));
  const words = tableWords(bars);
  const cells = (sumFor: (mark: Mark) => SalesSum, all: SalesSum) => (
    <>
      {marks.map((mark) => {
        const { amount } = sumFor(mark);
        return (
          <td key={mark.id} className={amount === 0 ? 'text-quiet' : ''}>
            {formatMoney(amount, currency)}
          </td>
        );
      })}
      <td>{formatMoney(all.amount, currency)}</td>
      <td>{all.orders.toLocaleString('en-US')}</td>
      <td>{formatMoney(all.refunded, currency)}</td>
    </>
  );
  return (
    <details className="mt-6 border-t border-rule pt-2">
      <summary className="link inline-block cursor-pointer py-2">{words}</summary>
      {/* A keyboard scrolls only what it can reach. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="wide-table" aria-label={words} tabIndex={0}>
        <table className="sums">
          <caption>
            What was sold, in {currency}. Days and months without an order are left out.
          </caption>
          <thead>
            <tr>
              <th scope="col">From</th>
              {marks.map(({ id, label }) => (
                <th key={id} scope="col">
                  {label}
                </th>
              ))}
              <th scope="col">Sold</th>
              <th scope="col">Orders</th>
              <th scope="col">Given back</th>
            </tr>
          </thead>
          <tbody>
            {sold.map((bar) => (
              <tr key={bar.from}>
                <th scope="row">
                  <time dateTime={bar.from}>{dayWords(bar.from, 'short')}</time>
                </th>
                {cells(({ product }) => sumOf(bar, product), barTotal(bar))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Together</th>
              {cells(
                ({ product }) => bars.map((bar) => sumOf(bar, product)).reduce(addSums, NOTHING),
                barsTotal(bars),
              )}
            </tr>
          </tfoot>
        </table>
      </section>
    </details>
  );
}
