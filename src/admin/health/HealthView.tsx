import { readHealth } from '../../api/health.ts';
import { RefreshButton } from '../RefreshButton.tsx';
import { useReading } from '../queries.ts';
import { Skeleton } from '../Skeleton.tsx';
import { timeAgo } from '../time.ts';
import { Time } from '../Time.tsx';
import { HealthCheck } from './HealthCheck.tsx';

const health = { queryKey: ['health'], queryFn: readHealth };

const count = (n: number, one: string, more: string): string => (n === 1 ? one : `${n} ${more}`);

function sumUp(faults: number, warnings: number): string {
  if (faults > 0) return `${count(faults, 'One thing needs', 'things need')} fixing.`;
  if (warnings > 0)
    return `The shop is working. ${count(warnings, 'One thing is', 'things are')} worth a look.`;
  return 'Everything is working.';
}

/** Shows whether the shop has all it needs, and what went wrong lately. */
export default function HealthView() {
  const reading = useReading(health);
  const { value, error, isReading, read } = reading;
  const checks = value?.checks ?? [];
  const { fault = [], warning = [], ok = [] } = Object.groupBy(checks, ({ state }) => state);
  return (
    <>
      <h1 className="pt-8 text-heading md:pt-12">Shop health</h1>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <output className="text-lead text-quiet">
          {value && sumUp(fault.length, warning.length)}
        </output>
        {value && (
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-small text-quiet">
            <span>
              Looked <Time at={value.at} words={timeAgo} />
            </span>
            <button
              type="button"
              className="button-quiet"
              aria-disabled={isReading}
              onClick={() => isReading || read()}
            >
              {isReading ? 'Checking...' : 'Check again'}
            </button>
          </p>
        )}
      </div>
      <RefreshButton
        what="The health of the shop"
        reading={reading}
        whenDown="The shop did not get as far as asking. Please try again in a minute."
      />
      {value === null && error === null && <Skeleton words="Asking each service..." lines={6} />}
      {value && (
        <ul className="mt-8 border-t border-rule" aria-busy={isReading}>
          {[...fault, ...warning, ...ok].map((check) => (
            <HealthCheck key={`${check.about} ${check.says}`} check={check} />
          ))}
        </ul>
      )}
    </>
  );
}
