import { RANGES } from './address.ts';
import { chooseRange, salesRange } from './orders.ts';
import { useStore } from '../../store/use-store.ts';

/** The time that the sums are of. */
export function SalesRanges() {
  const chosen = useStore(salesRange);
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
            onChange={() => chooseRange(range)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
