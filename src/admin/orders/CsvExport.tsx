import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { readCsv } from '../../api/admin.ts';
import { saveFile } from '../../api/save-file.ts';
import { OutcomeMessage } from '../OutcomeMessage.tsx';
import { formatMonths } from '../time.ts';

/** The year in which the shop opened. No order is older. */
const FIRST_YEAR = 2026;

/** The last twelve months, then the years, newest first: "2026-11", "2026". */
function listPeriods(now: Date): string[] {
  const year = now.getFullYear();
  const months = Array.from({ length: 12 }, (_, monthsAgo) =>
    new Date(Date.UTC(year, now.getMonth() - monthsAgo)).toISOString().slice(0, 7),
  );
  const years = Array.from({ length: year - FIRST_YEAR + 1 }, (_, yearsAgo) =>
    String(year - yearsAgo),
  );
  return [...months, ...years];
}

async function saveCsv(period: string): Promise<void> {
  saveFile(await readCsv(period), `orders-${period}.csv`);
}

export function CsvExport() {
  const id = useId();
  const [periods] = useState(() => listPeriods(new Date()));
  const saving = useMutation({ mutationFn: saveCsv });

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const period = String(new FormData(event.currentTarget).get('period'));
    if (!saving.isPending) saving.mutate(period);
  }

  return (
    <form className="mt-8" onSubmit={submit}>
      <label className="font-semibold" htmlFor={id}>
        Orders as a CSV file
      </label>
      <div className="mt-2 flex flex-wrap gap-3">
        <select
          id={id}
          name="period"
          className="field w-auto max-w-full"
          aria-describedby={`${id}-help`}
        >
          {periods.map((period) => (
            <option key={period} value={period}>
              {formatMonths(period, period)}
            </option>
          ))}
        </select>
        <button type="submit" className="button-quiet" aria-disabled={saving.isPending}>
          {saving.isPending ? 'Reading...' : 'Download CSV'}
        </button>
      </div>
      <p id={`${id}-help`} className="mt-2 text-small text-quiet">
        Amount is what the buyer paid, and Net is what’s left after refunds, disputes and tax. Both
        are before Stripe’s fees. A refund or dispute counts in the month of its sale. Disputed, Net
        and Promotion code are the last columns.
      </p>
      <OutcomeMessage error={saving.error} />
    </form>
  );
}
