import { lazy } from 'react';
import { RequireLogin } from '../session/RequireLogin.tsx';

// Loaded only after the login.
const HealthView = lazy(async () => ({ default: (await import('./HealthView.tsx')).HealthView }));

export function HealthPage({ brand }: { brand: string }) {
  return (
    <RequireLogin brand={brand} current="health">
      <HealthView />
    </RequireLogin>
  );
}
