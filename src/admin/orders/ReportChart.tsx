import type { ReportResponse } from '../../contract/admin-orders.ts';
import { money } from '../../contract/money.ts';
import { dayWords } from '../time.ts';

/** In units of the drawing, which scales to its column. */
const WIDTH = 310;
const HEIGHT = 90;

/** The day with the highest gross; of several, the first. */
const bestOf = (days: ReportResponse['days']) =>
  days.reduce(
    (best, day) => (day.gross > best.gross ? day : best),
    days[0] ?? { day: '', gross: 0 },
  );

type Props = Pick<ReportResponse, 'days' | 'currency'>;

/** A bar for the gross of each day of the month. The CSV file of the month has the same numbers. */
export function ReportChart({ days, currency }: Props) {
  const best = bestOf(days);
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last || best.gross === 0) return null;
  const step = WIDTH / days.length;
  const most = money(best.gross, currency);
  return (
    <figure className="max-w-md">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        aria-hidden="true"
        className="w-full border-b border-rule"
      >
        {days.map(({ day, gross }, index) => (
          <rect
            key={day}
            className="fill-leaf forced-colors:fill-[CanvasText]"
            x={index * step + 1}
            width={step - 2}
            y={HEIGHT - (HEIGHT * gross) / best.gross}
            height={(HEIGHT * gross) / best.gross}
          >
            <title>{`${dayWords(day)}: ${money(gross, currency)}`}</title>
          </rect>
        ))}
      </svg>
      <figcaption className="mt-1 text-small text-quiet">
        <span className="flex justify-between">
          <span>{dayWords(first.day)}</span>
          <span>{dayWords(last.day)}</span>
        </span>
        <span>{`Best day: ${dayWords(best.day)}, ${most}`}</span>
      </figcaption>
    </figure>
  );
}
