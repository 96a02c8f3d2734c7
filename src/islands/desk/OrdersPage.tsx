import { lazy } from 'react';
import type { Marks } from '../../lib/desk/marks.ts';
import { Door } from './Door.tsx';

// Who has no session is not sent it.
const OrdersDesk = lazy(async () => ({
  default: (await import('./OrdersDesk.tsx')).OrdersDesk,
}));

type Props = { brand: string; marks: Marks };

export function OrdersPage({ brand, marks }: Props) {
  return (
    <Door brand={brand} current="orders">
      <OrdersDesk marks={marks} />
    </Door>
  );
}
