import { useEffect } from 'react';
import type { Marks } from '../../lib/desk/marks.ts';
import { followAddress, openedOrder } from '../../lib/desk/opened-order.ts';
import { orderList, reconciler } from '../../lib/desk/orders.ts';
import { useStore } from '../use-store.ts';
import { OrderExports } from './OrderExports.tsx';
import { OrderFinder } from './OrderFinder.tsx';
import { OrderList } from './OrderList.tsx';
import { OrderSheet } from './OrderSheet.tsx';
import { OrdersEmpty } from './OrdersEmpty.tsx';
import { ReconcilerAlarm } from './ReconcilerAlarm.tsx';
import { ReconcilerNews } from './ReconcilerNews.tsx';
import { Sales } from './Sales.tsx';
import { useReading } from './use-reading.ts';

/** What sells, every order, and whether one is missing. */
export function OrdersDesk({ marks }: { marks: Marks }) {
  const orders = useReading(orderList);
  const runs = useReading(reconciler);
  const opened = useStore(openedOrder);
  useEffect(followAddress, []);

  const isEmpty = orders.value?.total === 0;
  return (
    <>
      <h1 className="pt-8 text-heading md:pt-12">Orders</h1>
      <ReconcilerAlarm runs={runs.value} />
      {isEmpty ? <OrdersEmpty /> : <Sales marks={marks} />}
      <div className="mt-14 grid gap-14 lg:grid-cols-[1fr_17rem] lg:gap-16">
        {!isEmpty && (
          <div className="min-w-0">
            <OrderFinder />
            <OrderList orders={orders} marks={marks} />
          </div>
        )}
        <aside className="grid content-start gap-10 sm:grid-cols-2 lg:grid-cols-1">
          <ReconcilerNews runs={runs} />
          {!isEmpty && <OrderExports />}
        </aside>
      </div>
      {opened !== null && <OrderSheet key={opened} number={opened} />}
    </>
  );
}
