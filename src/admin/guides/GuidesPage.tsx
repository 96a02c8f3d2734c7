import { lazy } from 'react';
import type { AdminProduct } from './guess-product.ts';
import { RequireLogin } from '../session/RequireLogin.tsx';

// Loaded only after the login.
const GuidesView = lazy(async () => ({ default: (await import('./GuidesView.tsx')).GuidesView }));

type Props = { brand: string; products: AdminProduct[] };

export function GuidesPage({ brand, products }: Props) {
  return (
    <RequireLogin brand={brand} current="guides">
      <GuidesView products={products} />
    </RequireLogin>
  );
}
