import { useQuery } from '@tanstack/react-query';
import { healthQuery } from './queries.ts';

/** The worst finding of the shop's health report. Renders nothing if there is none. */
export function HealthLine() {
  const { data } = useQuery(healthQuery);
  if (!data || !('checks' in data) || data.status === 'ok') return null;
  const worst = data.checks.find(({ state }) => state === data.status);
  if (!worst) return null;
  return (
    <p className="note mt-6 border-l-4 border-alert wrap-anywhere" data-state={worst.state}>
      <strong>{worst.about}:</strong> {worst.says} Run <code>npm run doctor</code> for the next
      step.
    </p>
  );
}
