import { useInfiniteQuery } from '@tanstack/react-query';
import { listOrders } from '../../api/admin.ts';
import type { OrderPage } from '../../contract/admin-orders.ts';
import { unbroken } from '../../contract/ranges.ts';
import { EmptyJar } from '../../components/status/EmptyJar.tsx';
import { AdminPage } from '../AdminPage.tsx';
import { ShopFindings } from '../ShopFindings.tsx';
import { LoadError } from '../LoadError.tsx';
import { ordersKey } from '../queries.ts';
import { formatDaysLeft } from '../time.ts';
import { orderAddress, useOpenOrder } from './open-order.ts';
import { CsvExport } from './CsvExport.tsx';
import { OrderDialog } from './OrderDialog.tsx';
import { OrderList, type ProductLabels } from './OrderList.tsx';
import { OrderSearch } from './OrderSearch.tsx';
import { Report } from './Report.tsx';

type Props = { brand: string; labels: ProductLabels };

export const OrdersPage = ({ brand, labels }: Props) => (
  <AdminPage brand={brand} current="/admin-orders">
    <OrdersView labels={labels} />
  </AdminPage>
);

function OrdersView({ labels }: Pick<Props, 'labels'>) {
  const orders = useInfiniteQuery({
    queryKey: ordersKey,
    queryFn: ({ pageParam }) => listOrders(pageParam),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  });
  const openNumber = useOpenOrder();
  const firstPage = orders.data?.pages[0];
  const isEmpty = firstPage?.total === 0;
  return (
    <>
      <h1 className="pt-8 text-heading md:pt-12">Orders</h1>
      <ShopFindings />
      <LoadError what="The orders" query={orders} />
      {orders.isPending && <output className="mt-6 block text-quiet">Loading...</output>}
      {isEmpty && <NoOrders />}
      {orders.data && firstPage && !isEmpty && (
        <>
          <Withdrawn orders={firstPage.waiting.withdrawn} />
          <OrderSearch labels={labels} />
          <OrderList
            pages={orders.data.pages}
            labels={labels}
            isLoading={orders.isFetchingNextPage}
            onMore={() => void orders.fetchNextPage()}
          />
          <Report labels={labels} />
          <CsvExport />
        </>
      )}
      {openNumber !== null && <OrderDialog key={openNumber} number={openNumber} />}
    </>
  );
}

const NoOrders = () => (
  <section className="mt-8 grid items-center gap-8 sm:grid-cols-[auto_1fr] sm:gap-14">
    <EmptyJar />
    <div>
      <h2 className="text-title">No orders yet</h2>
      <p className="mt-3">Your first order shows up here seconds after it’s paid.</p>
      <a className="button-quiet mt-6" href="/">
        View the shop
      </a>
    </div>
  </section>
);

function Withdrawn({ orders }: { orders: OrderPage['waiting']['withdrawn'] }) {
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby="withdrawn" className="note mt-6 border-l-4 border-coin">
      <h2 id="withdrawn" className="text-title">
        To refund in Stripe
      </h2>
      <ul className="mt-2">
        {orders.map(({ number, guide_name: name, due_on: dueOn }) => (
          <li key={number} className="flex flex-wrap items-baseline gap-x-4 py-1">
            <a className="link py-1 font-mono text-small" href={orderAddress(number)}>
              MSK-{number}
            </a>
            <span>{unbroken(name)}</span>
            <strong className="text-small">{formatDaysLeft(dueOn)}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}
