import { type SubmitEvent, useId } from 'react';
import { csvAddress, listOrders } from '../../api/admin-orders.ts';
import { InlineStatus, useAction } from '../Action.tsx';
import { reasonOf } from '../reason.ts';
import { asOwner } from '../session/session.ts';
import { monthWords } from '../time.ts';
import { useNow } from '../Time.tsx';

/** The year in which the shop opened. No order is older. */
const FIRST_YEAR = 2026;

/** The years up to now and the last twelve months, newest first: "2026", "2026-11". */
function periodsAt(nowMs: number): { years: string[]; months: string[] } {
  const now = new Date(nowMs);
  const year = now.getFullYear();
  return {
    years: Array.from({ length: year - FIRST_YEAR + 1 }, (_, ago) => String(year - ago)),
    months: Array.from({ length: 12 }, (_, ago) =>
      new Date(Date.UTC(year, now.getMonth() - ago)).toISOString().slice(0, 7),
    ),
  };
}

/** Downloads the orders of a month or a year as a CSV file. */
export function OrderExports() {
  const id = useId();
  const { isBusy, message, run } = useAction();
  const { years, months } = periodsAt(useNow());

  /**
   * Reads the list of orders first, because the browser shows no reason for a failed download. It needs the same
   * session and the same database.
   */
  function download(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const href = csvAddress(String(new FormData(event.currentTarget).get('period')));
    void run(
      async () => {
        await asOwner(() => listOrders(null));
        Object.assign(document.createElement('a'), { href, download: '' }).click();
      },
      (error) => `The file couldn’t be downloaded. ${reasonOf(error)}`,
    );
  }

  return (
    <section aria-labelledby="exports">
      <h2 id="exports" className="text-title">
        For your books
      </h2>
      <p className="mt-3 text-small">
        The orders of a month or a year as a CSV file that opens in any spreadsheet. It has no buyer
        names or addresses.
      </p>
      <form className="mt-3 flex flex-wrap items-end gap-3" onSubmit={download}>
        <label className="text-small" htmlFor={id}>
          Period
          <select id={id} name="period" className="field mt-1 block">
            {[...months, ...years].map((period) => (
              <option key={period} value={period}>
                {monthWords(period, period)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="button-quiet" aria-disabled={isBusy}>
          Download
        </button>
      </form>
      <div className="text-small">
        <InlineStatus message={message} />
      </div>
    </section>
  );
}
