import { useEffect } from 'react';
import { EmptyJar } from '../../components/art/EmptyJar.tsx';
import { useStore } from '../store.ts';
import { HealthLine } from '../HealthLine.tsx';
import { RefreshButton } from '../RefreshButton.tsx';
import { queries, useReading } from '../queries.ts';
import { followAddress, openedOrder } from './address.ts';
import { OrderDialog } from './OrderDialog.tsx';
import { OrderExports } from './OrderExports.tsx';
import { OrderFinder } from './OrderFinder.tsx';
import { OrderList } from './OrderList.tsx';
import { orderList } from './orders.ts';
import type { ProductLabels } from './product-labels.ts';
import { Report, reportOf } from './Report.tsx';

/** The report of sales, and the orders. */
export default function OrdersView({ labels }: { labels: ProductLabels }) {
  const orders = useReading(orderList);
  const report = useReading(reportOf('this-month'));
  const opened = useStore(openedOrder);
  useEffect(followAddress, []);

  // Both read the same database, so one alert is enough.
  const trouble = [orders, report].find(({ error }) => error !== null);
  const isEmpty = orders.value?.total === 0;
  const hasList = !isEmpty && (orders.value !== null || orders.error === null);
  return (
    <>
      <h1 className="pt-8 text-heading md:pt-12">Orders</h1>
      <HealthLine />
      {trouble && (
        <RefreshButton
          what="The orders"
          reading={{
            ...trouble,
            value: orders.value,
            read: () => void queries.refetchQueries({ type: 'active' }),
          }}
        />
      )}
      {isEmpty && <OrdersEmpty />}
      {hasList && <Report thisMonth={report} labels={labels} />}
      {hasList && (
        <div className="mt-14 grid gap-14 lg:grid-cols-[1fr_17rem] lg:gap-16">
          <div className="min-w-0">
            <OrderFinder />
            <OrderList orders={orders.value} labels={labels} />
          </div>
          <aside>
            <OrderExports />
          </aside>
        </div>
      )}
      {opened !== null && (
        <OrderDialog
          key={opened}
          number={opened}
          listed={orders.value?.orders.find(({ number }) => number === opened)}
        />
      )}
    </>
  );
}

function OrdersEmpty() {
  return (
    <section className="mt-8 grid items-center gap-8 sm:grid-cols-[auto_1fr] sm:gap-14">
      <EmptyJar />
      <div>
        <h2 className="text-title">No orders yet</h2>
        <p className="mt-3">
          Your first order shows up here seconds after it’s paid. The parent already has the files,
          and there’s nothing you need to do.
        </p>
        <a className="button-quiet mt-6" href="/">
          View the shop
        </a>
      </div>
    </section>
  );
}
