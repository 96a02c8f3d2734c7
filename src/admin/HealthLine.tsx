import { readHealth } from '../api/health.ts';
import { useReading } from './queries.ts';

const health = { queryKey: ['health'], queryFn: readHealth };

/** The worst finding of the shop's health report, in one line. Renders nothing if all is well. */
export function HealthLine() {
  const { value } = useReading(health);
  if (value === null || !('checks' in value) || value.status === 'ok') return null;
  const worst = value.checks.find(({ state }) => state === value.status);
  if (!worst) return null;
  return (
    <p className="note mt-6 border-l-4 border-alert wrap-anywhere" data-state={worst.state}>
      <strong>{worst.about}:</strong> {worst.says} Run <code>npm run doctor</code> for the next
      step.
    </p>
  );
}
