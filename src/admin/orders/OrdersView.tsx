import { useEffect } from 'react';
import type { Marks } from './product-labels.ts';
import { followAddress, openedOrder } from './opened-order.ts';
import { orderList, readEverything, reconciler, sales } from './orders.ts';
import { useStore } from '../../store/use-store.ts';
import { OrderExports } from './OrderExports.tsx';
import { OrderFinder } from './OrderFinder.tsx';
import { OrderList } from './OrderList.tsx';
import { OrderSheet } from './OrderDialog.tsx';
import { OrdersEmpty } from './OrdersEmpty.tsx';
import { ReadAgain } from './RefreshButton.tsx';
import { ReconcilerAlarm } from './ReconcilerAlarm.tsx';
import { ReconcilerNews } from './ReconcilerNews.tsx';
import { Sales } from './Sales.tsx';
import { SalesRanges } from './SalesRanges.tsx';
import { useReading } from '../use-reading.ts';

/** What sells, every order, and whether one is missing. */
export function OrdersDesk({ marks }: { marks: Marks }) {
  const orders = useReading(orderList);
  const runs = useReading(reconciler);
  const sums = useReading(sales);
  const opened = useStore(openedOrder);
  useEffect(followAddress, []);

  // They come from one database: one word about it is enough.
  const trouble = [orders, runs, sums].find(({ error }) => error !== null);
  const isEmpty = orders.value?.total === 0;
  const hasList = !isEmpty && (orders.value !== null || orders.error === null);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5 pt-8 md:pt-12">
        <h1 className="text-heading">Orders</h1>
        {hasList && <SalesRanges />}
      </div>
      <ReconcilerAlarm runs={runs.value} />
      {trouble && (
        <ReadAgain
          what="The orders"
          reading={trouble}
          hasOld={orders.value !== null}
          onTryAgain={readEverything}
        />
      )}
      {isEmpty && <OrdersEmpty />}
      {hasList && <Sales sums={sums} marks={marks} />}
      <div className="mt-14 grid gap-14 lg:grid-cols-[1fr_17rem] lg:gap-16">
        {hasList && (
          <div className="min-w-0">
            <OrderFinder />
            <OrderList orders={orders.value} marks={marks} />
          </div>
        )}
        <aside className="grid content-start gap-10 sm:grid-cols-2 lg:grid-cols-1">
          {(runs.value || runs.isReading) && <ReconcilerNews runs={runs.value} />}
          {hasList && <OrderExports listed={orders.value?.total ?? 0} />}
        </aside>
      </div>
      {opened !== null && <OrderSheet key={opened} number={opened} />}
    </>
  );
}
