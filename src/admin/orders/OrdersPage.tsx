import { lazy } from 'react';
import type { Marks } from './product-labels.ts';
import { Door } from '../session/RequireLogin.tsx';

// Who has no session is not sent it.
const OrdersDesk = lazy(async () => ({
  default: (await import('./OrdersView.tsx')).OrdersDesk,
}));

type Props = { brand: string; marks: Marks };

export function OrdersPage({ brand, marks }: Props) {
  return (
    <Door brand={brand} current="orders">
      <OrdersDesk marks={marks} />
    </Door>
  );
}
