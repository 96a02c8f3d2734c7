import type { MouseEvent } from 'react';
import { readSales } from '../../api/admin-orders.ts';
import { zoneWords } from '../../contract/time-zone.ts';
import { ORDERS_PER_FILE, exportsOf } from './exports.ts';
import { reasonOf } from '../reason.ts';
import { InlineStatus, useAction } from '../Action.tsx';
import { NO_SALES } from './sums.ts';
import { useReading } from '../queries.ts';
import { asOwner } from '../session/session.ts';

const readAllSales = () => readSales('all');

const NOTHING = { bars: [], total: NO_SALES };

/** Links to CSV files of all orders. `listed` is the number of orders, paid or not. */
export function OrderExports({ listed }: { listed: number }) {
  const { value } = useReading({ queryKey: ['sales of all time'], queryFn: readAllSales });
  const { message, run } = useAction();
  const files = exportsOf(value ?? NOTHING, listed);

  /**
   * Reads the sales first, because the browser shows no reason for a failed download. They need the same
   * session and the same database.
   */
  function download(event: MouseEvent<HTMLAnchorElement>, label: string): void {
    event.preventDefault();
    const { href } = event.currentTarget;
    void run(
      async () => {
        await asOwner(readAllSales);
        Object.assign(document.createElement('a'), { href, download: '' }).click();
      },
      (error) => `“${label}” couldn’t be downloaded. ${reasonOf(error)}`,
    );
  }

  return (
    <section aria-labelledby="exports">
      <h2 id="exports" className="text-title">
        For your books
      </h2>
      <p className="mt-3 text-small">
        All orders as a CSV file that opens in any spreadsheet.{' '}
        {value && `Days run on ${zoneWords(value.time_zone)}, as in the totals above. `}
        It has no buyer names or addresses.
      </p>
      {listed > ORDERS_PER_FILE && (
        <p className="mt-2 text-small">
          One file holds {ORDERS_PER_FILE.toLocaleString('en-US')} orders. You have more, so they
          come by year, and a year with too many comes by month.
        </p>
      )}
      <ul className="mt-2 flex flex-wrap gap-x-5">
        {files.map(({ label, href }) => (
          <li key={href}>
            <a
              className="link inline-block py-2"
              href={href}
              download
              onClick={(event) => download(event, label)}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
      <div className="text-small">
        <InlineStatus message={message} />
      </div>
    </section>
  );
}
