import type { SalesRange } from '../../contract/sales.ts';
import { RANGES } from '../../lib/desk/address.ts';

type Props = { chosen: SalesRange; onChoose: (range: SalesRange) => void };

/** The time that the sums are of. */
export function SalesRanges({ chosen, onChoose }: Props) {
  return (
    <fieldset className="ranges">
      <legend className="sr-only">Sums of</legend>
      {RANGES.map(({ range, label }) => (
        <label key={range} className="range">
          <input
            type="radio"
            name="range"
            value={range}
            className="sr-only"
            checked={range === chosen}
            onChange={() => onChoose(range)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
