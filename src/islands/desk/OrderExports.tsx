import { exportsOf } from '../../lib/desk/exports.ts';
import { salesOfAllTime } from '../../lib/desk/orders.ts';
import { useReading } from './use-reading.ts';

/** Every order as a table for a spreadsheet or the bookkeeper. */
export function OrderExports() {
  const { value } = useReading(salesOfAllTime);
  // A year at a time needs to know the years; the whole does not.
  const files = exportsOf(value ?? { bars: [], total: { orders: 0, amount: 0, refunded: 0 } });
  return (
    <section aria-labelledby="exports">
      <h2 id="exports" className="text-title">
        For your books
      </h2>
      <p className="mt-3 text-small">
        Every order as a CSV file, which spreadsheets open. No buyer’s name or address is in it.
      </p>
      <ul className="mt-2 flex flex-wrap gap-x-5">
        {files.map(({ label, href }) => (
          <li key={href}>
            <a className="link inline-block py-2" href={href} download>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
