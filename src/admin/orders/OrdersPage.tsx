import { lazy } from 'react';
import { RequireLogin } from '../session/RequireLogin.tsx';
import type { ProductLabels } from './product-labels.ts';

// Loaded only after the login.
const OrdersView = lazy(async () => ({ default: (await import('./OrdersView.tsx')).OrdersView }));

type Props = { brand: string; labels: ProductLabels };

export function OrdersPage({ brand, labels }: Props) {
  return (
    <RequireLogin brand={brand} current="orders">
      <OrdersView labels={labels} />
    </RequireLogin>
  );
}
