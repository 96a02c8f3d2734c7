import type { SalesResponse, SalesSum } from '../../contract/admin-orders.ts';
import type { Mark } from './product-labels.ts';
import { storedOrders } from './sums.ts';
import { formatMoney } from '../../content/money.ts';
import { Swatch } from './SalesPatterns.tsx';

type Props = { sales: SalesResponse; marks: readonly Mark[] };

/** The sums by product; also the key to the chart. */
export function SalesByProduct({ sales: { products, total, currency }, marks }: Props) {
  const cells = (sum: SalesSum) => (
    <>
      <td>{sum.orders.toLocaleString('en-US')}</td>
      <td>{formatMoney(sum.amount, currency)}</td>
      {/* Left out on a phone: the sums of all products stand above. */}
      <td className="hidden sm:table-cell">{formatMoney(sum.refunded, currency)}</td>
      <td className="hidden sm:table-cell">{formatMoney(storedOrders(sum), currency)}</td>
    </>
  );
  return (
    <table className="sums">
      <caption className="sr-only">Sums by product</caption>
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col">Orders</th>
          <th scope="col">Sold</th>
          <th scope="col" className="hidden sm:table-cell">
            Given back
          </th>
          <th scope="col" className="hidden sm:table-cell">
            Kept
          </th>
        </tr>
      </thead>
      <tbody>
        {products.map(({ product_type, sum }, index) => (
          <tr key={product_type}>
            <th scope="row">
              <span className="flex items-center gap-2.5">
                <Swatch id={marks[index]?.id ?? ''} />
                {marks[index]?.label}
              </span>
            </th>
            {cells(sum)}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Together</th>
          {cells(total)}
        </tr>
      </tfoot>
    </table>
  );
}
